import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "correcthorse";

describe("the value of a name that another element says", () => {
  test.each([
    "<dict><key>password</key><string>@</string><key>user</key><string>bob</string></dict>",
    "<key>user</key>\n\t<string>bob</string>\n\t<key>password</key>\n\t<string>@</string>\n",
    "<plist><dict><key>passwords</key><array><string>@</string><string>@</string></array><key>a</key><string>b</string></dict></plist>",
    "<map><entry><key>password</key><value>@</value></entry><entry><key>a</key><value>b</value></entry></map>",
    "<entry><string>a</string></entry><entry><key><![CDATA[password]]></key><value><![CDATA[@]]></value></entry>",
    "<property><name>db.password</name><value>@</value><description>of the store</description></property>",
    "<member><name>password</name><value><string>@</string></value></member><member><name>a</name><value><string>b</string></value></member>",
    '<property name="password"><value>@</value></property><property name="a"><value>b</value></property>',
    '<property name="password"><list><value>@</value><value>@</value></list></property>',
    "<password><value>@</value></password><name>Jane</name><value>1</value>",
    "<w:entry><w:key>password</w:key><w:value>@</w:value></w:entry>",
    "<context-param><param-name>password</param-name><param-value>@</param-value></context-param>",
    "<key>password</key><string>@",
  ])("%s", (text) => {
    for (const read of [redactText, asXml]) {
      expect(read(text.replaceAll("@", SECRET))).toBe(text.replaceAll("@", "[redacted:password]"));
    }
  });

  test("a pin is a number, a count is none", () => {
    expect(redactText("<key>pin</key><integer>4821</integer>")).toBe(
      "<key>pin</key><integer>[redacted:pin]</integer>",
    );
    const count = "<key>tokens</key><integer>4821</integer>";
    expect(redactText(count)).toBe(count);
  });
});

function asXml(text: string): string {
  const result = redactBody(text, "application/xml");
  return "omitted" in result ? result.omitted : result.text;
}

describe("leaves elements that say no secret", () => {
  test.each([
    "<key>password</key><string></string><key>a</key><string>b</string>",
    "<key>password</key><true/><key>author</key><string>Jane</string>",
    "<key>password</key><string>Password</string>",
    "<key>passwordRequired</key><string>yes</string>",
    "<entry><key>password</key></entry><entry><value>b</value></entry>",
    "<name>password</name><description>what opens it</description><value>b</value>",
    "<name>Jane</name><value>b</value>",
    "<item><name>Token ring</name><value>b</value></item>",
    '<entry name="password" value=""/>text</p>',
    "Map<key, string> and Promise<Token> of values",
    "<td>password</td><td>b</td>",
    "if (a<key && b>password) <value>1</value>",
  ])("%s", (text) => expect(redactText(text)).toBe(text));
});
