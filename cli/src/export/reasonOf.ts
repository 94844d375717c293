const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "permission denied."],
  ["EISDIR", "it is a folder."],
  ["ENOENT", "there is no such file or folder (ENOENT)."],
  ["ENOSPC", "the disk is full."],
  ["ENOTDIR", "what should be a folder in it is a file."],
  ["EROFS", "the disk is read-only."],
]);

/** The system's reason in words; its own message names files that the caller never heard of. */
export function reasonOf(error: unknown): string {
  const known = REASONS.get(codeOf(error));
  return known ?? (error instanceof Error ? error.message : String(error));
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
