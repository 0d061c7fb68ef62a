import type { ReactNode, Ref } from "react";
import { Icon } from "./icon.tsx";

/** Opens the choice of files. The browser's own button speaks the browser's language; this one speaks the page's. */
export function FileButton({
  id,
  accept,
  multiple,
  name,
  ref,
  describedBy,
  onFiles,
  children,
}: {
  id: string;
  accept: string;
  multiple?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  describedBy: string;
  onFiles: (files: readonly File[], input: HTMLInputElement) => void;
  /** What the button says. */
  children: ReactNode;
}) {
  return (
    <>
      <input
        ref={ref}
        id={id}
        type="file"
        className="peer sr-only"
        name={name}
        accept={accept}
        multiple={multiple}
        aria-describedby={describedBy}
        onChange={({ target }) => onFiles([...(target.files ?? [])], target)}
      />
      <label
        htmlFor={id}
        className="btn btn-secondary justify-self-start peer-focus-visible:outline-3 peer-focus-visible:outline-(--tp-focus)"
      >
        <Icon name="upload" size="sm" />
        {children}
      </label>
    </>
  );
}
