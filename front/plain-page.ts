const LOGO =
  '<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#0c2738"/><path d="M5 7.5h14l-2.6 5.2a2 2 0 0 1-1.8 1.1H9.2a2 2 0 0 1-1.7-1z" fill="#f9f8f3"/><path d="M5 17.6c1.2-.9 2.3-.9 3.5 0s2.3.9 3.5 0 2.3-.9 3.5 0 2.3.9 3.5 0" stroke="#f86f3f" stroke-width="1.6" stroke-linecap="round" fill="none"/></svg>'

// The colours of app/globals.css, whose file belongs to the build.
const STYLE = `
:root{color-scheme:light dark;--back:#f9f8f3;--card:#fffefd;--text:#0f1f2a;--soft:#4f5b65;--line:#e1e0d9;--bar:#095b7e;--code:#efeee9}
@media (prefers-color-scheme:dark){:root{--back:#070f16;--card:#0d171f;--text:#efede5;--soft:#9eacb3;--line:#202c34;--bar:#42acd2;--code:#19252e}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;padding:32px 28px;background:var(--card);border:1px solid var(--line);border-top:2px solid #f86f3f;border-radius:0 0 8px 8px;box-shadow:0 1px 2px rgb(0 0 0/.05)}
h1{margin:20px 0 6px;font-size:20px;line-height:1.3;letter-spacing:-.01em}
p{margin:0 0 10px;color:var(--soft)}
code{padding:2px 5px;border-radius:5px;background:var(--code);color:var(--text);font:13px ui-monospace,SFMono-Regular,Menlo,monospace}
a{color:inherit}
.bar{height:4px;margin:20px 0;border-radius:2px;background:var(--code);overflow:hidden}
.bar i{display:block;width:40%;height:100%;border-radius:2px;background:var(--bar);animation:move 1.6s ease-in-out infinite alternate}
.api{margin:18px 0 0;padding-top:16px;border-top:1px solid var(--line)}
@keyframes move{from{transform:translateX(-30%)}to{transform:translateX(180%)}}
@media (prefers-reduced-motion:reduce){.bar i{width:100%;animation:none;opacity:.5}}
`

type PlainPage = {
  title: string
  /** The HTML below the title. */
  main: string
  head?: string
  /** The HTML behind all that is shown. */
  tail?: string
}

/** A page of the front server itself. It loads nothing else, and can be read without scripts. */
export function plainPage({ title, main, head = '', tail = '' }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Slipway</title>
${head}
<style>${STYLE}</style>
</head>
<body>
<main>
${LOGO}
<h1>${title}</h1>
${main}
</main>
${tail}
</body>
</html>
`
}
