import type { BankAccount, BankState, BankTransfer } from './bank-state'
import { formatNaira } from './naira'

const MAX_ACCOUNTS = 50

const STYLE = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--text:#15181e;--soft:#5b6472;--line:#dfe3e8;--accent:#1f5fd0;--good:#137a43;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--back:#0f1216;--card:#171b21;--text:#e9ecf1;--soft:#9aa4b2;--line:#2a313b;--accent:#7fb0ff;--good:#6ed09b;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.25rem 1rem 4rem}h1{font-size:1.3rem;margin:0}h2{font-size:1rem;margin:0}
p{margin:.25rem 0;color:var(--soft)}.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin-top:1rem}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between}.number{font:600 1.1rem ui-monospace,monospace;letter-spacing:.04em}
button,input{font:inherit;color:inherit;border:1px solid var(--line);border-radius:.45rem;padding:.45rem .7rem;background:var(--card);min-height:2.6rem}
button{cursor:pointer}button.main{background:var(--accent);border-color:var(--accent);color:var(--card)}button:hover{border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}input{width:9rem}label{color:var(--soft)}
ul{list-style:none;padding:0;margin:.6rem 0 0;border-top:1px solid var(--line)}li{padding:.4rem 0;border-bottom:1px solid var(--line);font-size:.9rem}
.card:target{border-color:var(--accent)}.good{color:var(--good)}.bad{color:var(--bad)}#said{min-height:1.5rem;font-weight:600}form{margin-top:.75rem}`

/** Money sent from the page: each button names what it posts. */
const SCRIPT = `
const said=document.getElementById('said')
async function post(path,body){const answer=await fetch(path,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)})
const read=await answer.json();if(!answer.ok)throw new Error(read.error);return read}
document.addEventListener('click',async(event)=>{const button=event.target.closest('button[data-path]');if(!button)return
event.preventDefault();button.disabled=true
const body=JSON.parse(button.dataset.body),field=button.form?.elements.amount,number=button.form?.elements.accountNumber
if(button.dataset.typed!==undefined){body.amount=field.value;if(number)body.accountNumber=number.value}
try{for(let n=0;n<Number(button.dataset.times||1);n++)await post(button.dataset.path,body);sessionStorage.said=button.dataset.said;location.reload()}
catch(error){said.textContent=error.message;said.className='bad';button.disabled=false}})
if(sessionStorage.said){said.textContent=sessionStorage.said;said.className='good';delete sessionStorage.said}`

/** The page on which a person pays manually, as a customer of a bank would. */
export function bankPage(state: BankState): string {
  const accounts = [...state.accounts].reverse().slice(0, MAX_ACCOUNTS)
  const nobodys = state.transfers.filter(({ reference }) => reference === null)
  const silence = state.isSilent
    ? 'The bank sends no event: receipts are found by polling.'
    : 'The bank notifies Slipway of each transfer.'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sandbox bank</title><style>${STYLE}</style></head><body><main>
<h1>Sandbox bank</h1><p>Test funds for the local stack: send them to an account as a customer would.</p><div id="said" role="status"></div>
<section class="card"><div class="row"><p>${silence}</p>${button('settings', { isSilent: !state.isSilent }, state.isSilent ? 'Tell again' : 'Silence webhooks')}</div></section>
${accounts.map((account) => accountCard(account, ofAccount(state, account))).join('')}
${accounts.length === 0 ? '<section class="card"><p>No account is open. Begin a payment in the portal, or with <code>POST /v1/payments/subscribe</code>.</p></section>' : ''}
<section class="card"><h2>To any account</h2><p>One that nobody opened is nobody’s money: an operator decides about it.</p>
<form class="row"><label>Account <input name="accountNumber" inputmode="numeric" maxlength="10" value="0000000001"></label><label>Naira <input name="amount" inputmode="decimal" value="1000"></label>${typed({}, 'Send', 'Sent')}</form>
${transferList(nobodys)}</section>
</main><script>${SCRIPT}</script></body></html>`
}

function accountCard(
  { accountNumber, accountName, reference, amountMinor, expiryAt }: BankAccount,
  sent: BankTransfer[],
) {
  const whole = formatNaira(BigInt(amountMinor))
  const half = formatNaira(BigInt(amountMinor) / 2n)
  const isOver = new Date(expiryAt).getTime() < Date.now()
  const send = (amount: string, label: string, more: { how?: string; times?: number; main?: boolean } = {}) =>
    button('transfers', { accountNumber, amount, ...(more.how ? { how: more.how } : {}) }, label, more)
  return `<section class="card" id="${accountNumber}" aria-label="Account ${accountNumber}"><div class="row"><span class="number">${accountNumber}</span><strong>${naira(whole)}</strong></div>
<p>${htmlText(accountName)} · ${htmlText(reference)}</p><p>${isOver ? 'Its time is over' : 'Open'} · until <time>${htmlText(expiryAt.replace('T', ' ').slice(0, 16))} UTC</time></p>
<form><div class="row" style="justify-content:flex-start">${send(whole, 'Send exactly', { main: true })}${send(half, 'Half')}${send(whole, 'Twice', { times: 2 })}${send(whole, 'Late', { how: 'late' })}${send(whole, 'Refuse it', { how: 'refused' })}</div>
<div class="row" style="margin-top:.5rem;justify-content:flex-start"><label>Naira <input name="amount" inputmode="decimal" value="${whole}"></label>${typed({ accountNumber }, 'Send this amount', 'Sent')}</div></form>
${transferList(sent)}</section>`
}

function transferList(transfers: readonly BankTransfer[]): string {
  if (transfers.length === 0) return ''
  const line = ({ id, amountMinor, paidAt, status }: BankTransfer) =>
    `<li class="row"><span>${naira(formatNaira(BigInt(amountMinor)))} <span class="${status === 'paid' ? 'good' : 'bad'}">${status}</span></span><span>${htmlText(id)} · ${htmlText(paidAt.replace('T', ' ').slice(0, 19))} UTC</span></li>`
  return `<ul>${[...transfers].reverse().map(line).join('')}</ul>`
}

function ofAccount({ transfers }: BankState, { reference }: BankAccount): BankTransfer[] {
  return transfers.filter((each) => each.reference === reference)
}

function button(path: string, body: object, label: string, { times = 1, main = false } = {}): string {
  return `<button type="button"${main ? ' class="main"' : ''} data-path="${path}" data-body="${htmlText(JSON.stringify(body))}" data-times="${times}" data-said="Done: ${htmlText(label)}">${htmlText(label)}</button>`
}

function typed(body: object, label: string, done: string): string {
  return `<button type="button" data-typed data-path="transfers" data-body="${htmlText(JSON.stringify(body))}" data-said="${done}">${label}</button>`
}

function naira(amount: string): string {
  const [whole = '', kobo = ''] = amount.split('.')
  return `₦${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${kobo.padEnd(2, '0')}`
}

function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
