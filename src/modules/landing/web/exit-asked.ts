/** Cookie and session mark: the exit offer was made. */
export const ASKED = "exit_asked";
