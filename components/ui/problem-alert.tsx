import { Alert } from './alert'

type ProblemAlertProps = { problem: string | null; resolvePath?: string }

/**
 * The problem that prevented an action, with a link to the page that resolves it. Renders nothing without a problem.
 */
export function ProblemAlert({ problem, resolvePath }: ProblemAlertProps) {
  if (!problem) return null
  const link = resolvePath ? (
    <a href={resolvePath} className="font-medium underline underline-offset-4">
      {resolvePath.includes('/plans') ? 'See plans' : 'Top up'}
    </a>
  ) : null
  return (
    <Alert tone="danger" actions={link}>
      {problem}
    </Alert>
  )
}
