/** Width and height in pixels, from the header of a PNG in base64. */
export function pngSize(base64: string): { readonly width: number; readonly height: number } {
  const head = atob(base64.slice(0, 32)); // 24 bytes: signature, IHDR, width, height
  const read = (at: number): number =>
    [0, 1, 2, 3].reduce((number, index) => number * 256 + head.charCodeAt(at + index), 0);
  return { width: read(16), height: read(20) };
}
