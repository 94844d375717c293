/** Words that follow "password:" in messages, schemas and code. */
const PROSE: ReadonlySet<string> = new Set(
  `required optional missing invalid expired incorrect wrong changed updated reset not is must should
  the a an your this that string number boolean any unknown void object never text password token
  secret hidden email yes no on off ok error failed failure success empty unset set enabled disabled
  valid accepted rejected denied revoked refreshed received sent found mismatch match matches
  current-password new-password one-time-code bearer basic oauth oauth2 jwt cookie header session
  includes include omit same-origin require int id float uuid date varchar char nvarchar str bool
  self this function async await new return typeof null undefined nil cannot can has have was will
  for and or in at to of from with too only please enter forgot click see use change length`.split(
    /\s+/,
  ),
);

/** Whether a word is what messages, schemas and code say of a credential, in place of one. */
export function isProseWord(word: string): boolean {
  return PROSE.has(word.toLowerCase());
}
