import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { type MethodRule, ruleLabel } from '@/schemas/policies/contract'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import { methodSelector } from './method-selector'

/** The choices of the dialog: common signatures, any other signature, and rules without a signature. */
export const METHOD_KINDS = [
  { value: 'transfer(address,uint256)', label: 'transfer(address,uint256)' },
  { value: 'approve(address,uint256)', label: 'approve(address,uint256)' },
  { value: 'transferFrom(address,address,uint256)', label: 'transferFrom(address,address,uint256)' },
  { value: 'other', label: 'Another method, by signature' },
  { value: 'any', label: 'Any method of the contract' },
  { value: 'deploy', label: 'Contract deployment' },
] as const

export const methodForm = z
  .object({
    kind: z.enum(METHOD_KINDS.map(({ value }) => value)),
    contract: z.string(),
    signature: z.string(),
    label: ruleLabel,
  })
  .superRefine((values, ctx) => {
    const address = addressText().safeParse(values.contract)
    if (values.kind !== 'deploy' && !address.success) {
      ctx.addIssue({
        code: 'custom',
        path: ['contract'],
        message: address.error.issues[0]?.message ?? 'Enter an address',
      })
    }
    if (values.kind === 'other' && selectorOf(values) === null) {
      ctx.addIssue({ code: 'custom', path: ['signature'], message: 'Enter a signature such as mint(address,uint256)' })
    }
  })
export type MethodValues = z.output<typeof methodForm>

/** The four bytes the form means now; null if it means none. */
export function selectorOf({ kind, signature }: Pick<MethodValues, 'kind' | 'signature'>): string | null {
  if (kind === 'any' || kind === 'deploy') return null
  return methodSelector(kind === 'other' ? signature : kind)
}

/** The rule of a form that was found right; without a label it is known by its signature. */
export function toMethodRule(values: MethodValues): MethodRule {
  const { kind, contract, signature, label } = values
  if (kind === 'deploy') return { contract: DEPLOYMENT_ADDRESS, selector: null, label }
  const address = addressText().parse(contract)
  if (kind === 'any') return { contract: address, selector: null, label }
  const written = kind === 'other' ? signature.trim() : kind
  return { contract: address, selector: selectorOf(values), label: label || written.slice(0, 100) }
}
