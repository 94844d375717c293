/** What core's types name and ES2022 does not have; every host has it. */
interface AbortSignal {
  readonly aborted: boolean;
}
