import { createParser } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { CURRENCY, PLATFORM_KIND } from '@/schemas/ledger/words'

type Account = { currency: string; kind: string }

/** An account of the platform in the address bar: its kind, then its currency. */
const parseAsAccount = createParser({
  parse: (text): Account | null => {
    const [kind = '', currency = ''] = text.split(' ', 2)
    return PLATFORM_KIND.test(kind) && CURRENCY.test(currency) ? { kind, currency } : null
  },
  serialize: ({ kind, currency }: Account) => `${kind} ${currency}`,
  eq: (a, b) => a.kind === b.kind && a.currency === b.currency,
})

/** The accounts whose entries are shown, and the page of the list. */
export const trialBalanceFilter = { account: parseAsAccount, page: parseAsPage }
