import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errors } from "../../core/dist/index.js";
import { validateDebugExportResult } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, RUN_ID } from "./records.js";
import { temporaryFolder } from "./temporaryFolder.js";

describe("bsk debug export", () => {
  const document = '{\n  "version": 1,\n  "text": "\u202eä\u{1f600}"\n}\n';
  // The first part ends within the pair of the smiley.
  const cut = document.indexOf("\u{1f600}") + 1;
  const parts = [document.slice(0, cut), document.slice(cut)];

  function exporting(own: Parameters<typeof answersFrom>[0] = {}): FakeHost {
    return new FakeHost(
      answersFrom({
        "export/open": () => ({
          export_id: "e1",
          run_id: RUN_ID,
          chars: document.length,
          parts: 2,
        }),
        "export/next": ({ part }) => ({ text: parts[Number(part)] }),
        "export/close": () => ({ closed: true }),
        ...own,
      }),
    );
  }

  it("writes the document byte for byte to a new file", async () => {
    const host = exporting();
    host.cwd = await temporaryFolder();

    const exitCode = await run(
      ["debug", "export", "--session", "abcd", "--output", "run.json", "--json"],
      host,
    );

    expect(exitCode).toBe(0);
    expect(await readFile(join(host.cwd, "run.json"), "utf8")).toBe(document);
    const report: unknown = JSON.parse(host.stdout);
    expect(validateDebugExportResult(report)).toBe(true);
    expect(report).toEqual({
      path: join(host.cwd, "run.json"),
      bytes: Buffer.byteLength(document),
      run_id: RUN_ID,
    });
    expect(await readdir(host.cwd)).toEqual(["run.json"]);
    expect(host.calls.at(-1)).toEqual({
      method: "export/close",
      params: { session: "abcd", export_id: "e1" },
    });
  });

  it("writes a document whole that is larger than the largest budget", async () => {
    const large = `${JSON.stringify({ version: 1, text: "x".repeat(600_000) })}\n`;
    const pieces = [large.slice(0, 300_000), large.slice(300_000)];
    const own = {
      "export/open": () => ({ export_id: "e1", run_id: RUN_ID, chars: large.length, parts: 2 }),
      "export/next": ({ part }: { readonly part?: unknown }) => ({ text: pieces[Number(part)] }),
    };
    const [file, shell] = [exporting(own), exporting(own)];
    file.cwd = await temporaryFolder();

    await run(["debug", "export", "--session", "abcd", "--output", "run.json"], file);
    await run(["debug", "export", "--session", "abcd"], shell);

    expect(await readFile(join(file.cwd, "run.json"), "utf8")).toBe(large);
    expect(shell.stdout).toBe(large);
  });

  it("never overwrites, and asks nothing of the browser then", async () => {
    const host = exporting();
    host.cwd = await temporaryFolder();
    await writeFile(join(host.cwd, "run.json"), "mine");

    const exitCode = await run(
      ["debug", "export", "--session", "abcd", "--output", "run.json"],
      host,
    );

    expect(exitCode).toBe(1);
    expect(host.stderr).toContain("exists; nothing was overwritten");
    expect(await readFile(join(host.cwd, "run.json"), "utf8")).toBe("mine");
    expect(host.calls).toEqual([]);
  });

  it("does not overwrite a file that appeared while it was reading", async () => {
    const cwd = await temporaryFolder();
    const host = exporting({
      "export/next": async ({ part }) => {
        await writeFile(join(cwd, "run.json"), "mine");
        return { text: parts[Number(part)] };
      },
    });
    host.cwd = cwd;

    expect(
      await run(["debug", "export", "--session", "abcd", "--output", "run.json", "--json"], host),
    ).toBe(1);

    expect(JSON.parse(host.stdout)).toMatchObject({
      code: "file_exists",
      hint: expect.stringMatching(/another name, such as .*run-2\.json$/),
    });
    expect(await readFile(join(cwd, "run.json"), "utf8")).toBe("mine");
    expect(await readdir(cwd)).toEqual(["run.json"]);
  });

  it("leaves no file behind when reading fails half way", async () => {
    const host = exporting({
      "export/next": ({ part }) => {
        if (part === 1) throw errors.extensionGone("managed-1");
        return { text: parts[0] };
      },
    });
    host.cwd = await temporaryFolder();

    expect(await run(["debug", "export", "--session", "abcd", "--output", "run.json"], host)).toBe(
      2,
    );

    expect(await readdir(host.cwd)).toEqual([]);
    expect(host.calls.at(-1)?.method).toBe("export/close");
  });

  it("says that a folder is missing", async () => {
    const host = exporting();
    host.cwd = await temporaryFolder();

    expect(
      await run(
        ["debug", "export", "--session", "abcd", "--output", "no/run.json", "--json"],
        host,
      ),
    ).toBe(1);
    expect(JSON.parse(host.stdout)).toMatchObject({
      code: "file_unwritable",
      message: expect.stringMatching(
        /no\/run\.json cannot be written: its folder does not exist\.$/,
      ),
      hint: `mkdir -p ${join(host.cwd, "no")}`,
    });
    expect(host.calls.at(-1)?.method).toBe("export/close");
  });

  it("calls no folder missing that is there, but says what the system said", async () => {
    const host = exporting();

    await run(["debug", "export", "--session", "abcd", "--output", "/proc/x.json"], host);

    expect(host.stderr).toMatch(
      /\/proc\/x\.json cannot be written: .*\((?:ENOENT|EACCES)\)|denied/,
    );
    expect(host.stderr).not.toMatch(/folder does not exist|mkdir/);
  });

  it("refuses an export that is shorter than it said", async () => {
    const host = exporting({ "export/next": () => ({ text: "{}" }) });
    host.cwd = await temporaryFolder();

    expect(await run(["debug", "export", "--session", "abcd", "--output", "run.json"], host)).toBe(
      2,
    );
    expect(await readdir(host.cwd)).toEqual([]);
  });

  it("prints the document itself to stdout, with hidden characters as JSON escapes", async () => {
    const host = exporting();

    expect(await run(["debug", "export", "--session", "abcd"], host)).toBe(0);

    expect(host.stdout).toContain("\\u202eä");
    expect(JSON.parse(host.stdout)).toEqual(JSON.parse(document));
  });

  it("is not poured onto a terminal", async () => {
    const host = exporting();
    host.printsToTTY = true;

    expect(await run(["debug", "export", "--session", "abcd"], host)).toBe(1);

    expect(host.stdout).toBe("");
    expect(host.stderr).toContain("hint: bsk debug export --session abcd --output run.json");
    expect(host.calls).toEqual([]);
  });

  it("keeps an error out of a document that has begun", async () => {
    const host = exporting({
      "export/next": ({ part }) => {
        if (part === 1) throw errors.extensionGone("managed-1");
        return { text: parts[0] };
      },
    });

    expect(await run(["debug", "export", "--session", "abcd", "--json"], host)).toBe(2);

    expect(host.stdout).not.toContain("extension_disconnected");
    expect(host.stderr).toContain("error: Browser managed-1 is not connected any more.");
  });

  it("says the first error, not that of the clean-up", async () => {
    const host = exporting({
      "export/next": () => {
        throw errors.extensionGone("managed-1");
      },
      "export/close": () => {
        throw errors.exportNotFound("e1");
      },
    });

    await run(["debug", "export", "--session", "abcd"], host);

    expect(host.stderr).toContain("is not connected any more");
  });
});
