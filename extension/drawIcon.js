// The icon, drawn by code: a dark disc with a red recording dot.
import { crc32, deflateSync } from "node:zlib";

const DISC = [27, 31, 36];
const DOT = [226, 61, 48];

/** A square PNG with transparent corners. */
export function drawIcon(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits a channel, RGBA
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(drawRows(size), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND")]);
}

function drawRows(size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const distance = Math.hypot(x - middle, y - middle);
      const [r, g, b] = distance < size * 0.22 ? DOT : DISC;
      const alpha = Math.round(255 * Math.min(1, Math.max(0, size * 0.48 - distance)));
      rows.set([r, g, b, alpha], y * (size * 4 + 1) + 1 + x * 4); // a row begins with its filter, 0
    }
  }
  return rows;
}

function chunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
