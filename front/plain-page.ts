const LOGO =
  '<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#065a80"/><path d="M5 7.5h14l-2.6 5.2a2 2 0 0 1-1.8 1.1H9.2a2 2 0 0 1-1.7-1z" fill="#fff"/><path d="M5 17.6c1.2-.9 2.3-.9 3.5 0s2.3.9 3.5 0 2.3-.9 3.5 0 2.3.9 3.5 0" stroke="#fff" stroke-width="1.6" stroke-linecap="round" fill="none"/></svg>'

// The colours of app/globals.css, whose file belongs to the build.
const STYLE = `
:root{color-scheme:light dark;--back:#f9fafb;--card:#fff;--text:#181d23;--soft:#545b63;--line:#e1e5e9;--bar:#065a80;--code:#eff1f3}
@media (prefers-color-scheme:dark){:root{--back:#0b0f14;--card:#12171d;--text:#eaeef1;--soft:#a2aab2;--line:#242a31;--bar:#3a9cc9;--code:#20262d}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;padding:32px 28px;background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:0 1px 2px rgb(0 0 0/.05)}
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
