import { existsSync } from "node:fs";
import { type FileHandle, link, lstat, open, unlink } from "node:fs/promises";
import { basename, dirname, join, parse } from "node:path";
import { type BskError, errors } from "@bsk/core";
import { codeOf, reasonOf } from "./reasonOf.js";

type Parts = AsyncIterable<string> | Iterable<string | Buffer>;

/** The places are asked for before the work: a file that exists is never overwritten. Throws `file_exists`. */
export async function refuseExisting(path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw unwritable(path, error);
  }
  throw exists(path);
}

/**
 * Writes a new file all at once: readers see none or the whole one, and an existing one stays. Gives its
 * size in bytes. Throws `file_exists`, `file_unwritable`, or what the parts throw.
 */
export async function writeNewFile(path: string, parts: Parts): Promise<number> {
  const temporary = join(
    dirname(path),
    `.${basename(path)}.${Math.random().toString(36).slice(2)}.tmp`,
  );
  const file = await openTemporary(temporary, path);
  try {
    const bytes = await fill(file, parts, path);
    await publish(temporary, path);
    return bytes;
  } finally {
    await unlink(temporary);
    await syncFolder(dirname(path));
  }
}

async function openTemporary(temporary: string, path: string): Promise<FileHandle> {
  try {
    return await open(temporary, "wx", 0o600);
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function fill(file: FileHandle, parts: Parts, path: string): Promise<number> {
  let bytes = 0;
  try {
    for await (const part of parts) {
      const data = typeof part === "string" ? Buffer.from(part, "utf8") : part;
      await write(file, data, path);
      bytes += data.length;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function write(file: FileHandle, data: Buffer, path: string): Promise<void> {
  try {
    await file.writeFile(data);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** A hard link fails where the name is taken; a rename would overwrite. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    throw codeOf(error) === "EEXIST" ? exists(path) : unwritable(path, error);
  }
}

/** So that the name survives a power cut too. Some systems cannot sync a folder; the file itself is safe. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EISDIR" && code !== "EPERM" && code !== "EINVAL" && code !== "EACCES")
      throw error;
  }
}

function unwritable(path: string, error: unknown): BskError {
  // Some file systems call a file that cannot be made there "no such file" too.
  const isNoFolder = codeOf(error) === "ENOENT" && !existsSync(dirname(path));
  const reason = isNoFolder ? "its folder does not exist." : reasonOf(error);
  return errors.fileUnwritable(
    path,
    reason,
    isNoFolder ? `mkdir -p ${word(dirname(path))}` : undefined,
  );
}

/** With a name beside it that reads like it. */
function exists(path: string): BskError {
  const { dir, name, ext } = parse(path);
  return errors.fileExists(
    path,
    `give another name, such as ${word(join(dir, `${name}-2${ext}`))}`,
  );
}

/** As one word of a shell. */
function word(text: string): string {
  return /^[\w@.:/=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
