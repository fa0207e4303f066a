import { CopyButton } from '@/components/ui/copy-button'
import { SecretDialog } from '@/components/ui/secret-dialog'

/** The one showing of recovery codes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <SecretDialog
      open
      title="Store your recovery codes"
      description="Use one to sign in if you lose your phone. Each code works once. They are not shown again."
      doneLabel="I have stored them"
      onDone={onDone}
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-[0.8125rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton value={codes.join('\n')} label="Copy all codes" withText />
    </SecretDialog>
  )
}
