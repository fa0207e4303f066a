import { z } from 'zod'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { CallAnswer } from '@/components/reference/call-answer'
import type { Answer } from '@/components/reference/send-call'
import { Alert } from '@/components/ui/alert'
import { KeyValueList } from '@/components/ui/key-value-list'
import { contractReadView } from '@/schemas/contracts/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { resultFacts } from './result-facts'

const readAnswer = z.object({ data: contractReadView })
const callAnswer = z.object({ data: transactionView.pick({ id: true, status: true }) })

/** The decoded answer of a read, the transaction of a call, or why there is none. */
export function ContractAnswer({ projectId, answer }: { projectId: string; answer: Answer }) {
  const body = parse(answer.body)
  const read = readAnswer.safeParse(body).data?.data
  if (answer.status === 200 && read) {
    return (
      <section aria-label="Answer" className="space-y-3">
        <Alert tone="success">The contract answered at block {read.blockNumber}.</Alert>
        <KeyValueList
          className="rounded-lg border px-4"
          items={resultFacts(read.result).map(({ label, value }) => ({
            label,
            value: <code className="whitespace-pre-wrap break-all font-mono text-[0.8125rem]">{value}</code>,
          }))}
        />
      </section>
    )
  }
  const made = answer.status < 300 ? callAnswer.safeParse(body).data?.data : undefined
  if (!made) return <CallAnswer answer={answer} />
  return (
    <Alert
      tone="success"
      actions={
        <LinkButton size="sm" href={paths.transaction(projectId, made.id)}>
          View transaction
        </LinkButton>
      }
    >
      The call was accepted.
    </Alert>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
