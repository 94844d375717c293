declare const BSK_VERSION: string | undefined;
declare const BSK_BUILD: string | undefined;

/** Both are put in by the bundler; compiled alone they read `dev`. */
export const VERSION: string = typeof BSK_VERSION === "string" ? BSK_VERSION : "dev";
/** Identity of the sources this was built from. */
export const BUILD: string = typeof BSK_BUILD === "string" ? BSK_BUILD : "dev";
