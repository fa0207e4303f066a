import type { MethodRule, PolicyChangeView, PolicyView, RecipientRule } from '@/schemas/policies/contract'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import { exactMoney } from '@/server/money/display-amount'
import type { PolicyValues } from './policy-values'

/** One change that saving will make; `added` and `removed` are rules of a list. */
export type PolicyChange =
  | { kind: 'value'; name: string; from: string; to: string }
  | { kind: 'added' | 'removed'; name: string; rule: string; label: string }

const USD_FIELDS = [
  ['perTransactionUsd', 'Per transaction', 'no limit'],
  ['dailyUsd', 'In 24 hours', 'no limit'],
  ['approvalAboveUsd', 'Second person above', 'never'],
] as const

/** The changes that the form would make to the current policy, in form order. */
export function policyChanges(policy: PolicyView, values: PolicyValues): PolicyChange[] {
  const changes: PolicyChange[] = []
  const compare = (name: string, from: string, to: string) => {
    if (from !== to) changes.push({ kind: 'value', name, from, to })
  }
  compare('Policy', policy.isActive ? 'on' : 'off', values.isActive ? 'on' : 'off')
  for (const [field, name, none] of USD_FIELDS) {
    compare(name, toText(policy[field], none), toText(values[field].trim() || null, none))
  }
  compare(
    'Recipients',
    policy.recipients ? 'only those listed' : 'any',
    values.recipients ? 'only those listed' : 'any',
  )
  changes.push(...listChanges('Recipient', policy.recipients ?? [], values.recipients ?? [], recipientText))
  compare('Contract calls', policy.methods ? 'only those listed' : 'any', values.methods ? 'only those listed' : 'any')
  changes.push(...listChanges('Method', policy.methods ?? [], values.methods ?? [], methodText))
  return changes
}

function recipientText({ address }: RecipientRule): string {
  return address
}

/** The text of a rule: the method and the contract. */
export function methodText({ contract, selector }: MethodRule): string {
  if (contract === DEPLOYMENT_ADDRESS) return 'Contract deployment'
  return selector === null ? `any method of ${contract}` : `${selector} of ${contract}`
}

function listChanges<R extends { label: string }>(
  name: string,
  before: readonly R[],
  after: readonly R[],
  textOf: (rule: R) => string,
): PolicyChange[] {
  const keyOf = (rule: R) => `${textOf(rule)} ${rule.label}`
  const missingIn = (list: readonly R[]) => {
    const keys = new Set(list.map(keyOf))
    return (rule: R) => !keys.has(keyOf(rule))
  }
  const line = (kind: 'added' | 'removed') => (rule: R) => ({ kind, name, rule: textOf(rule), label: rule.label })
  return [
    ...before.filter(missingIn(after)).map(line('removed')),
    ...after.filter(missingIn(before)).map(line('added')),
  ]
}

/** `250.5` and `250.50` are the same amount. */
function toText(usd: string | null, none: string): string {
  if (usd === null) return none
  const [whole = '0', fraction = ''] = usd.trim().split('.')
  return exactMoney(`${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`.replace(/\.$/, ''), 'USD')
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  isActive: 'Policy',
  ...Object.fromEntries(USD_FIELDS.map(([field, name]) => [field, name])),
  recipients: 'Recipients',
  methods: 'Contract calls',
}

/** The text of a saved change, field by field. */
export function changedText({ changes }: Pick<PolicyChangeView, 'changes'>): { name: string; text: string }[] {
  return Object.entries(changes).map(([field, { from, to }]) => ({
    name: FIELD_NAMES[field] ?? field,
    text: `${valueText(from)} → ${valueText(to)}`,
  }))
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 1 ? '1 listed' : `${value.length} listed`
  return /^\d+\.\d+$/.test(String(value)) ? exactMoney(String(value), 'USD') : String(value)
}
