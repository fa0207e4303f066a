import type { DeclaredCallView } from '@/schemas/transactions/declared-call'

/** The decoded call of a transaction, as rows of a KeyValueList. */
export function declaredCallFacts(call: DeclaredCallView | null | undefined) {
  if (!call) return []
  const code = 'whitespace-pre-wrap break-all font-mono text-[0.8125rem]'
  return [
    { label: 'Function (as declared)', value: <code className={code}>{call.function}</code> },
    { label: 'Arguments', value: <code className={code}>{JSON.stringify(call.args, null, 2)}</code> },
  ]
}
