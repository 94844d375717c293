/** What a long call says on its way. The text is foreign. */
export interface Progress {
  readonly done?: number;
  readonly total?: number;
  readonly text?: string;
}

/** The parameters of `$/progress`, less what is not of its type. */
export function readProgress(params: { readonly [name: string]: unknown }): Progress {
  const { done, total, text } = params;
  return {
    ...(typeof done === "number" ? { done } : {}),
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof text === "string" ? { text } : {}),
  };
}
