'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { LineReport } from '@/components/csv/line-report'
import { CallAnswer } from '@/components/reference/call-answer'
import { type Answer, sendCall } from '@/components/reference/send-call'
import { useToken } from '@/components/reference/token-context'
import { TokenForm } from '@/components/reference/token-form'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { saveFile } from '@/components/ui/save-file'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChainView } from '@/schemas/wallets/contract'
import { BatchLineTable } from './batch-line-table'
import { BatchProgress } from './batch-progress'
import { refusedLines, wrongLines } from './batch-reasons'
import { type BatchResult, readBatchAnswer, resultCsv } from './batch-result'
import { BatchTotals } from './batch-totals'
import { DownloadLines } from './download-lines'
import { judgeBatch, type PolicyLimits, recipientsIn } from './judge-batch'
import { type BatchFile, readBatchFile } from './read-batch-file'
import { useBlocked } from './use-blocked'

type SendBatchProps = {
  projectId: string
  /** The file. The component has another React key for another file. */
  text: string
  chains: readonly ChainView[]
  /** Null while they are not known. */
  limits: PolicyLimits | null
  isAwaitingLimits: boolean
  shortfall: string | null
  /** Kept when another file is chosen, so that a correction does not reset it. */
  allOrNothing: boolean
  onAllOrNothing: (isOn: boolean) => void
}

const OPERATION = {
  method: 'POST' as const,
  path: '/v1/wallet/transaction/batch',
  parameters: [{ name: 'Idempotency-Key', location: 'header' as const, type: 'string' }],
}
const UNKNOWN = 'Send it again: the Idempotency-Key is the same, so it is executed only once.'

/** The check of a file of transfers, and the call that sends it with the reader's own token. */
export function SendBatch(props: SendBatchProps) {
  const { projectId, text, chains, isAwaitingLimits, shortfall, allOrNothing, onAllOrNothing } = props
  const file = useMemo(() => readBatchFile(text, chains), [text, chains])
  const { verdicts, isAwaitingBlocked } = useVerdicts(props, file)
  const lines = file.lines.filter((one) => one.transfer !== null)
  const { result, ...call } = useBatchCall({ lines, allOrNothing })
  const badCount = file.lines.filter((one) => one.problem !== null).length
  // Reserves the height of the verdicts, so that the form below does not move away from the pointer.
  const isJudging = lines.length > 0 && (isAwaitingLimits || isAwaitingBlocked)
  return (
    <>
      <FileReport file={file} />
      {isJudging ? <Skeleton className="h-48 w-full" /> : null}
      {lines.length > 0 && !isJudging ? (
        <Card
          title={result ? 'Results' : 'Preview'}
          actions={result ? <SaveResults {...{ lines, result }} /> : null}
          flush
        >
          {result ? (
            <>
              <BatchProgress projectId={projectId} result={result} />
              <RefusedLines lines={lines} result={result} />
            </>
          ) : (
            <BatchTotals lines={lines} verdicts={verdicts} />
          )}
          <BatchLineTable projectId={projectId} lines={lines} result={result} verdicts={verdicts} />
        </Card>
      ) : null}
      {lines.length > 0 && !isJudging && !result ? (
        <SendCard {...{ call, shortfall, badCount, allOrNothing, onAllOrNothing }} lineCount={lines.length} />
      ) : null}
    </>
  )
}

/** The expected outcome of each line; null while policies or blocked addresses are not known. */
function useVerdicts({ projectId, limits }: SendBatchProps, file: BatchFile) {
  const recipients = useMemo(() => recipientsIn(file.lines), [file])
  const { blocked, isPending: isAwaitingBlocked } = useBlocked(projectId, recipients)
  const verdicts = useMemo(
    () => limits && blocked && judgeBatch(file.lines, { ...limits, blocked }),
    [file, limits, blocked],
  )
  return { verdicts, isAwaitingBlocked }
}

type BatchCallProps = { lines: BatchFile['lines']; allOrNothing: boolean }

/** The call that sends the lines, and its outcome. */
function useBatchCall({ lines, allOrNothing }: BatchCallProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { token } = useToken()
  // One key until the API itself has answered: sent twice, it is still one batch.
  const [key] = useState(() => uuid())
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<Answer | null>(null)
  const [result, setResult] = useState<BatchResult | null>(null)

  async function send() {
    setPending(true)
    setProblem(null)
    setRefused(null)
    try {
      const body = JSON.stringify({ transfers: lines.map(({ transfer }) => transfer?.body), allOrNothing })
      const values = { 'Idempotency-Key': key }
      const answer = await sendCall({ operation: OPERATION, values, body, token: token?.value ?? null })
      const read = readBatchAnswer(answer.body, lines)
      if (read) setResult(read)
      else setRefused(answer)
      // After an error of the server or a proxy, the batch may have been accepted.
      if (answer.status >= 500) setProblem(`We cannot tell whether the batch was accepted. ${UNKNOWN}`)
      await client.invalidateQueries(trpc.transactions.pathFilter())
    } catch {
      setProblem(`The server did not respond. ${UNKNOWN}`)
    } finally {
      setPending(false)
    }
  }
  return { send, pending, problem, refused, result, hasToken: token !== null }
}

/** The problem of the file, or the number of its lines and their errors. */
function FileReport({ file }: { file: BatchFile }) {
  if (file.problem) return <Alert tone="danger">{file.problem}</Alert>
  const bad = file.lines.filter((one) => one.problem !== null)
  return (
    <LineReport
      good={file.lines.filter((one) => one.transfer !== null).length}
      bad={bad.map((one) => ({ ...one, shown: one.cells[one.column ?? 'reference'] }))}
      label="wrong"
      actions={bad.length > 0 ? <DownloadLines name="wrong-lines.csv" lines={wrongLines(bad)} /> : null}
    />
  )
}

type SendCardProps = Pick<SendBatchProps, 'shortfall' | 'allOrNothing' | 'onAllOrNothing'> & {
  call: Omit<ReturnType<typeof useBatchCall>, 'result'>
  lineCount: number
  badCount: number
}

/** The form that sends the batch, with the error of the last attempt. */
function SendCard({ call, shortfall, lineCount, badCount, allOrNothing, onAllOrNothing }: SendCardProps) {
  const { send, pending, problem, refused, hasToken } = call
  return (
    <Card title="Send" description="Sends the batch through the API with your own key. The key is kept in memory only.">
      <div className="space-y-5">
        <TokenForm />
        <Checkbox checked={allOrNothing} onCheckedChange={onAllOrNothing}>
          All or nothing: if one line is refused, none is accepted
        </Checkbox>
        <Button
          variant="primary"
          pending={pending}
          disabledReason={shortfall ?? reasonOf({ bad: badCount, hasToken })}
          onClick={() => void send()}
        >
          {lineCount === 1 ? 'Send 1 transfer' : `Send ${lineCount} transfers`}
        </Button>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {refused ? <CallAnswer answer={refused} /> : null}
      </div>
    </Card>
  )
}

function reasonOf({ bad, hasToken }: { bad: number; hasToken: boolean }): string | null {
  if (bad > 0) return bad === 1 ? 'Correct or remove the wrong line first' : 'Correct or remove the wrong lines first'
  return hasToken ? null : 'Enter a key first'
}

/** The lines to correct and send as another batch. */
function RefusedLines({ lines, result }: { lines: BatchFile['lines']; result: BatchResult }) {
  const refused = refusedLines(lines, result)
  if (refused.length === 0) return null
  return (
    <Alert
      tone="warning"
      flush
      actions={<DownloadLines name={`batch-${result.batchId}-refused.csv`} lines={refused} />}
    >
      {refused.length === 1 ? '1 line was not accepted.' : `${refused.length} lines were not accepted.`} Correct the
      file and send it as a new batch.
    </Alert>
  )
}

function SaveResults({ lines, result }: { lines: BatchFile['lines']; result: BatchResult }) {
  const name = `batch-${result.batchId}.csv`
  return (
    <Button
      icon={<Download aria-hidden />}
      onClick={() => saveFile({ name, parts: [resultCsv(lines, result)], type: 'text/csv' })}
    >
      Download results
    </Button>
  )
}
