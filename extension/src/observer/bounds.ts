/** The observer's bounds; those of messages are in the schemas too. */
export const BOUNDS = {
  targetChars: 120,
  keyChars: 256,
  labelChars: 120,
  attributeChars: 120,
  valueChars: 256,
  urlChars: 8192,
  titleChars: 200,
  textChars: 6000,
  /** Looked at of one text node; most of it may be white space. */
  nodeChars: 24_000,
  controls: 80,
  fields: 16,
  /** Elements looked at on the way to any of these. */
  elements: 20_000,
  /** Text that comes and goes: elements that are noted until a look, and watched; of each so much, so often in `passingMs`. */
  passingAdded: 128,
  passingWatched: 32,
  passingElements: 200,
  passingChars: 600,
  passedLines: 8,
  passedChars: 240,
  passingTold: 16,
  passingLookMs: 100,
  passingIdleMs: 100,
  passingRestMs: 1000,
  /** What stays so long has come to stay. */
  passingMs: 15_000,
  inputRestMs: 350,
  changeRestMs: 700,
  idleMs: 500,
  /** Of what is measured; a page's names for its functions can be of any length. */
  longTasks: 50,
  animationFrames: 10,
  scripts: 3,
  shiftSources: 5,
  visibilityChanges: 64,
  viewportChanges: 8,
  culpritChars: 40,
  selectorChars: 120,
  functionChars: 60,
  invokerChars: 100,
  scriptUrlChars: 200,
  lcpUrlChars: 2048,
  /** Readings of what is measured, and how long an input takes to be measured for sure. */
  visitRestMs: 500,
  inputSettlesMs: 1100,
  /** A page that is still there so long after it was to be left stays. */
  leavingMs: 30_000,
  /** Agent suppression that nobody took back ends by itself; no verb may run longer than this. */
  agentMs: 310_000,
} as const;
