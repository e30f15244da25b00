// A page of the mock: the same content for a browser and for a terminal.

export interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface Page {
  readonly title: string;
  readonly introduction: string;
  readonly sections: readonly Section[];
}

export function renderPage(page: Page, form: 'html' | 'text'): string {
  return form === 'html' ? asHtml(page) : asText(page);
}

function asText({ title, introduction, sections }: Page): string {
  const parts = sections.map(({ heading, paragraphs }) =>
    [heading, ...paragraphs.map((line) => `  ${line}`)].join('\n'),
  );
  return `${[title, introduction, ...parts].join('\n\n')}\n`;
}

function asHtml({ title, introduction, sections }: Page): string {
  const parts = sections.map(
    ({ heading, paragraphs }) =>
      `<h2>${escape(heading)}</h2>\n${paragraphs.map((line) => `<p>${escape(line)}</p>`).join('\n')}`,
  );
  const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>${style}</style>
<h1>${escape(title)}</h1>
<p>${escape(introduction)}</p>
${parts.join('\n')}
</html>
`;
}

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}
