import { Alert } from '@/components/ui/alert'

type TestAnswerProps = { kind: 'alarm' | 'message'; answer: { problem: string | null } | undefined }

/** Whether the target of a channel accepted a test. */
export function TestAnswer({ kind, answer }: TestAnswerProps) {
  if (!answer) return null
  if (answer.problem === null) return <Alert tone="success">The test {kind} was accepted.</Alert>
  return (
    <Alert tone="danger" title={`The test ${kind} did not arrive`}>
      {answer.problem}
    </Alert>
  )
}
