import { expect, it } from "vitest";
import { withResult } from "./share";

it("puts the result under the picture, and nothing that a name could do into it", () => {
  const found = withResult('<svg xmlns="x" viewBox="5 5 360 200" width="10"><g id="a"/></svg>', [
    "Ada has won",
    "<b>Jo</b> 3",
  ]);
  expect(found).toContain('viewBox="0 0 360 228"');
  expect(found).toContain(
    '<svg xmlns="x" viewBox="5 5 360 200" x="0" y="0" width="360" height="200"><g id="a"/>',
  );
  expect(found).toContain(">Ada has won</text>");
  expect(found).toContain("&lt;b&gt;Jo&lt;/b&gt; 3");
  expect(found).not.toContain("<b>");
});
