import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { partsOfPage } from "./kept-parts.server";
import { KeptPart, PartKeeperContext } from "./ui/kept-part";

/** A part that counts how often it is made. */
function counted() {
  const made: string[] = [];
  function Part({ words }: { words: string }) {
    made.push(words);
    return (
      <p>
        {words} for <b>{words}</b>
      </p>
    );
  }
  return { Part, made };
}

function render(page: React.ReactNode): string {
  const { keeper, finish } = partsOfPage();
  return finish(renderToString(<PartKeeperContext.Provider value={keeper}>{page}</PartKeeperContext.Provider>));
}

describe("a part that is kept", () => {
  it("is made once for the same props, and what is sent is what React finds, to the letter", () => {
    const { Part, made } = counted();
    const page = (words: string) => (
      <main>
        text <KeptPart of={Part} props={{ words }} />
        <KeptPart of={Part} props={{ words: "other" }} /> more text
      </main>
    );
    for (const words of ["<a & b>", "<a & b>", "next", "<a & b>"])
      expect(render(page(words))).toBe(renderToString(page(words)));
    // Twice by us for each of two, and once by the comparison's own render each time.
    expect(made.filter((words) => words === "<a & b>")).toHaveLength(1 + 3);
    expect(made.filter((words) => words === "next")).toHaveLength(1 + 1);
  });

  it("is made anew each time while it holds what somebody typed, and that is not kept", () => {
    const { Part, made } = counted();
    for (let i = 0; i < 3; i++) render(<KeptPart of={Part} props={{ words: "typed" }} apart />);
    expect(made).toHaveLength(3);
    render(<KeptPart of={Part} props={{ words: "typed" }} />);
    expect(made).toHaveLength(4);
  });

  it("may stand in another", () => {
    const { Part, made } = counted();
    const Outer = ({ words }: { words: string }) => (
      <section>
        <KeptPart of={Part} props={{ words }} />
        <i>{words}</i>
      </section>
    );
    const page = <KeptPart of={Outer} props={{ words: "in" }} />;
    const first = render(page);
    expect(first).toBe("<section><p>in<!-- --> for <b>in</b></p><i>in</i></section>");
    expect(render(page)).toBe(first);
    expect(made).toHaveLength(1);
  });

  it("is forgotten, the oldest first, before there are too many", () => {
    const { Part, made } = counted();
    for (let i = 0; i < 150; i++) render(<KeptPart of={Part} props={{ words: `${i}` }} />);
    expect(made).toHaveLength(150);
    render(<KeptPart of={Part} props={{ words: "149" }} />);
    expect(made).toHaveLength(150);
    render(<KeptPart of={Part} props={{ words: "0" }} />);
    expect(made).toHaveLength(151);
  });

  it("has each page's own nonce, and none where the page has none", () => {
    const made: (string | undefined)[] = [];
    const Scripts = ({ nonce }: { nonce: string | undefined }) => {
      made.push(nonce);
      return <script nonce={nonce} />;
    };
    const page = (nonce?: string) => {
      const parts = partsOfPage(nonce);
      return parts.finish(
        renderToString(
          <PartKeeperContext.Provider value={parts.keeper}>
            <KeptPart of={Scripts} props={{ nonce: parts.nonce }} />
            <i nonce={parts.nonce} />
          </PartKeeperContext.Provider>,
        ),
      );
    };
    for (const nonce of ["one", "two"])
      expect(page(nonce)).toBe(`<script nonce="${nonce}"></script><i nonce="${nonce}"></i>`);
    expect(page()).toBe("<script></script><i></i>");
    expect(made).toHaveLength(2);
  });

  it("goes by which it is where a prop is frozen, and by what it says where not", () => {
    const made: string[] = [];
    const Part = ({ of }: { of: { words: string } }) => {
      made.push(of.words);
      return <p>{of.words}</p>;
    };
    const shown = (of: { words: string }) => render(<KeptPart of={Part} props={{ of }} />);
    const terms = Object.freeze({ words: "terms" });
    expect([shown(terms), shown(terms), shown(Object.freeze({ words: "others" }))]).toEqual([
      "<p>terms</p>",
      "<p>terms</p>",
      "<p>others</p>",
    ]);
    const loose = { words: "first" };
    shown(loose);
    loose.words = "second";
    expect(shown(loose)).toBe("<p>second</p>");
    expect(made).toEqual(["terms", "others", "first", "second"]);
  });

  it("leaves a page alone whose render failed", () => {
    const { Part } = counted();
    const Broken = ({ words }: { words: string }): React.ReactNode => {
      throw new Error(words);
    };
    const page = <KeptPart of={Part} props={{ words: "good" }} />;
    expect(() =>
      render([<KeptPart key="a" of={Part} props={{ words: "good" }} />, <Broken key="b" words="no" />]),
    ).toThrow();
    expect(render(page)).toBe("<p>good<!-- --> for <b>good</b></p>");
  });
});
