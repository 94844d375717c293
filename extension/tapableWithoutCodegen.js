/**
 * An esbuild plugin: tapable's `HookCodeFactory`, the one file that calls `new Function`, becomes an
 * empty class. tapable only subclasses it, and core's hooks never ask it for code. A build that
 * takes tapable in and replaces nothing fails, so that a tapable with other files is noticed.
 *
 * @returns {import("esbuild").Plugin}
 */
export function tapableWithoutCodegen() {
  return {
    name: "tapable-without-codegen",
    setup(build) {
      let isUsed = false;
      let isReplaced = false;
      build.onStart(() => {
        isUsed = false;
        isReplaced = false;
      });
      build.onLoad({ filter: /[\\/]tapable[\\/]lib[\\/].*\.js$/ }, ({ path }) => {
        isUsed = true;
        if (!/[\\/]HookCodeFactory\.js$/.test(path)) return undefined;
        isReplaced = true;
        return { contents: "module.exports = class HookCodeFactory {};", loader: "js" };
      });
      build.onEnd(() => {
        if (!isUsed || isReplaced) return {};
        return {
          errors: [{ text: "tapable is bundled, but its lib/HookCodeFactory.js was not found" }],
        };
      });
    },
  };
}
