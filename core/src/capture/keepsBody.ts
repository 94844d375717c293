/** Whether a redirect of that status keeps method and body (fetch.spec.whatwg.org, HTTP-redirect fetch). */
export function keepsBody(status: number, method: string): boolean {
  if (status === 307 || status === 308) return true;
  return (status === 301 || status === 302) && method !== "POST";
}
