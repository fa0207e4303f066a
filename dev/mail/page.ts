/** What an email in its sandbox may do: open links in tabs that are outside it. */
export const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/**
 * The catcher's page: what was caught, newest first, and one email as text or HTML. What emails contain is shown as
 * text or in a sandbox.
 */
export const MAIL_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email of the local stack</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#e2e2de, #33332f); --soft: light-dark(#64645e, #a3a39b); --page: light-dark(#f7f7f5, #161614); --sheet: light-dark(#fff, #1e1e1b); --on: light-dark(#ecece7, #2b2b27); }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: var(--page); display: grid; grid-template: auto 1fr / minmax(18rem, 26rem) 1fr; height: 100dvh }
header { grid-column: 1 / -1; padding: 14px 20px; border-bottom: 1px solid var(--line); background: var(--sheet); display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline }
h1 { font-size: 17px; margin: 0 } h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: 13px; overflow-wrap: anywhere }
ul { list-style: none; margin: 0; padding: 0; overflow: auto; border-right: 1px solid var(--line); background: var(--sheet) }
li button { all: unset; box-sizing: border-box; display: block; width: 100%; padding: 12px 20px; border-bottom: 1px solid var(--line); cursor: pointer }
li button[aria-current=true] { background: var(--on) } button:focus-visible { outline: 2px solid #3b82f6; outline-offset: -2px }
li strong { display: block; font-weight: 600; overflow-wrap: anywhere }
main { overflow: auto; padding: 20px; display: flex; flex-direction: column; gap: 14px; min-width: 0 }
[role=tablist] { display: flex; gap: 6px } [role=tab] { font: inherit; padding: 6px 14px; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; cursor: pointer; min-height: 36px } [role=tab][aria-selected=true] { background: var(--on); font-weight: 600 }
iframe { flex: 1; min-height: 26rem; width: 100%; border: 1px solid var(--line); border-radius: 6px; background: #fff }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, monospace }
.none { padding: 32px 20px; color: var(--soft) }
@media (max-width: 700px) { body { display: block; height: auto } ul { border-right: 0; max-height: 45dvh } main { padding: 16px } }
</style></head><body>
<header><h1>Email</h1><span class="soft">What the local stack would have sent. Nothing leaves this machine.</span></header>
<ul id="list" aria-label="Emails"></ul><main id="mail" aria-live="polite"></main>
<script>
const base = location.pathname.replace(/\\/$/, ''), list = document.getElementById('list'), main = document.getElementById('mail')
const utc = (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' ') + ' UTC'
let mails = [], shown = null, tab = 'html'
const add = (parent, name, text, set) => { const one = document.createElement(name); if (text !== undefined) one.textContent = text; Object.assign(one, set); parent.append(one); return one }
function draw() {
  list.replaceChildren()
  if (mails.length === 0) add(list, 'li', 'No mail yet. Receipts and reminders appear here.', { className: 'none' })
  for (const mail of mails) {
    const button = add(add(list, 'li'), 'button', undefined, { type: 'button', onclick: () => { shown = mail.id; draw() } })
    button.setAttribute('aria-current', String(mail.id === shown))
    add(button, 'strong', mail.subject || '(no subject)')
    add(button, 'span', mail.to + ', ' + utc(mail.at), { className: 'soft' })
  }
  const mail = mails.find(({ id }) => id === shown)
  main.replaceChildren()
  if (!mail) { if (mails.length > 0) add(main, 'p', 'Choose a mail.', { className: 'soft' }); return }
  const head = add(main, 'div')
  add(head, 'h2', mail.subject || '(no subject)')
  add(head, 'div', 'From ' + mail.from, { className: 'soft' })
  add(head, 'div', 'To ' + mail.to + ', ' + utc(mail.at), { className: 'soft' })
  const tabs = add(main, 'div'); tabs.setAttribute('role', 'tablist')
  for (const [name, label] of [['html', 'HTML'], ['text', 'Text']]) {
    const one = add(tabs, 'button', label, { type: 'button', onclick: () => { tab = name; draw() } })
    one.setAttribute('role', 'tab'); one.setAttribute('aria-selected', String(tab === name))
  }
  if (tab === 'text') {
    const text = add(main, 'pre')
    for (const part of mail.text.split(/(https?:\\/\\/[^\\s<>"]+)/)) {
      if (/^https?:/.test(part)) add(text, 'a', part, { href: part, target: '_blank', rel: 'noopener' })
      else text.append(part)
    }
    return
  }
  const frame = add(main, 'iframe', undefined, { title: 'The mail as HTML' })
  frame.setAttribute('sandbox', '${MAIL_SANDBOX}'); frame.src = base + '/mails/' + mail.id + '.html'
}
async function look() {
  const answer = await fetch(base + '/mails').catch(() => null)
  const known = answer && answer.ok ? await answer.json() : mails
  if (known.length === mails.length && known[0]?.id === mails[0]?.id) return
  mails = known; shown ??= mails[0]?.id ?? null; draw()
}
draw(); look(); setInterval(look, 2000)
</script></body></html>`
