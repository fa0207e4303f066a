/** Synonyms: words of queries, with up to three words of the docs, the best first. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  airdrop: ['test funds', 'npm run fund'],
  allowlist: ['allow an ip', 'allowed ip', 'ip-whitelist'],
  authentication: ['access token'],
  blacklist: ['block address', 'blocked address'],
  blocklist: ['block address', 'blocked address'],
  bruno: ['postman'],
  cli: ['command line'],
  delete: ['deactivate', 'remove'],
  denylist: ['block address', 'blocked address'],
  erc20: ['token'],
  export: ['csv'],
  faucet: ['test funds', 'npm run fund'],
  hmac: ['verify the signature', 'signature'],
  invoice: ['payments', 'payment'],
  javascript: ['typescript'],
  jwt: ['access token'],
  login: ['access token'],
  nodejs: ['typescript'],
  payout: ['initiate a transfer', 'transfer'],
  ngn: ['naira'],
  retries: ['retry', 'retried'],
  retry: ['retries', 'retried'],
  sandbox: ['testing', 'testnet'],
  sanctions: ['screening', 'blocked address'],
  send: ['initiate a transfer', 'transfer'],
  stablecoin: ['usdc', 'supported tokens'],
  usdt: ['usdc', 'supported tokens'],
  whitelist: ['allow an ip', 'allowed ip', 'ip-whitelist'],
  withdraw: ['initiate a transfer', 'transfer'],
  withdrawal: ['initiate a transfer', 'transfer'],
}

const FILLERS = new Set(
  'a an and are can do does for from how i in is it my of on or that the to what when which with'.split(' '),
)

/** A word of a query: the forms that a page may have it in, the best first. */
export type QueryWord = { forms: readonly { text: string; worth: number }[] }

/** The words of a query without stop words. */
export function toQueryWords(query: string): QueryWord[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const meant = words.filter((word) => !FILLERS.has(word))
  return (meant.length > 0 ? meant : words).map((word) => ({
    forms: [
      { text: word, worth: 1 },
      ...(/[a-z]{4}s$/.test(word) ? [{ text: word.slice(0, -1), worth: 0.9 }] : []),
      ...(SYNONYMS[word] ?? []).map((text, index) => ({ text, worth: 0.8 - index / 5 })),
    ],
  }))
}

const MIN_INSIDE = 3
const LETTER = /[\p{L}\p{N}]/u

/**
 * The score of a word in a lowercase text: 1 as a whole word, 0.8 as a prefix, 0.4 within a word, else 0. Short words
 * do not match within others.
 */
export function closenessOf(text: string, { forms }: QueryWord): number {
  return Math.max(0, ...forms.map((form) => form.worth * closenessOfForm(text, form.text)))
}

function closenessOfForm(text: string, form: string): number {
  let best = 0
  for (let at = text.indexOf(form); at >= 0 && best < 1; at = text.indexOf(form, at + 1)) {
    const isStart = !LETTER.test(text[at - 1] ?? '')
    if (isStart) best = Math.max(best, continuesAt(text, at + form.length) ? 0.8 : 1)
    else if (form.length >= MIN_INSIDE) best = Math.max(best, 0.4)
  }
  return best
}

/** A dot between letters, as in `webhook.test`, does not end a word. */
function continuesAt(text: string, at: number): boolean {
  const [next = '', afterNext = ''] = [text[at], text[at + 1]]
  return LETTER.test(next) || (/[._-]/.test(next) && LETTER.test(afterNext))
}
