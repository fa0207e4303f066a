import { z } from 'zod'
import { validateAmount } from '@/components/form/validate-amount'
import { addressText } from '@/schemas/addresses/contract'
import { isTimeZone, timeOfDay } from '@/schemas/channels/contract'
import type { ChainView } from '@/schemas/wallets/contract'

const terms = {
  threshold: z.string().trim(),
  keep: z.string().trim(),
  when: z.enum(['arrival', 'daily']),
  at: z.string().trim(),
  timeZone: z.string().trim(),
}
export type TermValues = z.output<z.ZodObject<typeof terms>>

type Issue = (path: string, message: string) => void

/** The form of the changeable fields of a rule, for an asset with this number of decimals. */
export function termsFormOf(decimals: number) {
  return z.object(terms).superRefine((values, ctx) => {
    judgeTerms(values, decimals, (path, message) => ctx.addIssue({ code: 'custom', path: [path], message }))
  })
}

/** The form of a new rule on one of these chains. */
export function ruleFormOf(chains: readonly ChainView[]) {
  return z
    .object({
      chainId: z.string(),
      asset: z.string(),
      purpose: z.string().trim().max(64),
      toAddress: z.string().trim(),
      ...terms,
    })
    .superRefine((values, ctx) => {
      const issue: Issue = (path, message) => ctx.addIssue({ code: 'custom', path: [path], message })
      const chain = chains.find(({ chainId }) => String(chainId) === values.chainId)
      if (!chain) return issue('chainId', 'Choose a chain')
      const decimals = decimalsOf(chain, values.asset)
      if (decimals === null) return issue('asset', 'Choose what to sweep')
      const address = addressText(chain.chainType).safeParse(values.toAddress)
      if (!address.success) issue('toAddress', address.error.issues[0]?.message ?? 'Enter an address')
      judgeTerms(values, decimals, issue)
    })
}
export type RuleValues = z.output<ReturnType<typeof ruleFormOf>>

/** When it sweeps, as the server takes it. */
export function scheduleOf({ when, at, timeZone }: TermValues) {
  return when === 'daily' ? { at, timeZone } : null
}

function judgeTerms({ threshold, keep, when, at, timeZone }: TermValues, decimals: number, issue: Issue): void {
  const [enough, kept] = [validateAmount(threshold, { decimals }), validateAmount(keep, { decimals, mayBeZero: true })]
  if (enough !== true) issue('threshold', enough)
  if (kept !== true) issue('keep', kept)
  if (when !== 'daily') return
  if (!timeOfDay.safeParse(at).success) issue('at', 'Enter a time such as 22:00')
  if (timeZone === '' || !isTimeZone(timeZone)) issue('timeZone', 'Enter a time zone such as Africa/Lagos')
}

function decimalsOf(chain: ChainView, asset: string): number | null {
  if (asset === chain.nativeSymbol) return chain.nativeDecimals
  return chain.tokens.find(({ symbol }) => symbol === asset)?.decimals ?? null
}
