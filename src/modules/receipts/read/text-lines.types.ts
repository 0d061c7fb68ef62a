/** Lines of text as they were read from a picture, or as a PDF brings them along. */
export type Box = { x: number; y: number; width: number; height: number };
export type Word = { text: string /** 0 to 100, the reader's own word on it. */; confidence: number; box: Box };
export type TextLine = { text: string; confidence: number; words: readonly Word[]; box: Box; page: number };
