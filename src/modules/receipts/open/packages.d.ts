/** Packages that bring no types of their own. */
declare module "heic-convert" {
  export default function convert(asked: {
    buffer: Uint8Array;
    format: "JPEG" | "PNG";
    quality?: number;
  }): Promise<ArrayBuffer>;
}
