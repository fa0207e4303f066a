import { Alert } from '@/components/ui/alert'

type TestAnswerProps = { what: 'alarm' | 'message'; answer: { problem: string | null } | undefined }

/** Whether the target of a channel accepted a test. */
export function TestAnswer({ what, answer }: TestAnswerProps) {
  if (!answer) return null
  if (answer.problem === null) return <Alert tone="success">The test {what} was accepted.</Alert>
  return (
    <Alert tone="danger" title={`The test ${what} did not arrive`}>
      {answer.problem}
    </Alert>
  )
}
