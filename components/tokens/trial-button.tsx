import { FlaskConical } from 'lucide-react'
import { Button } from '@/components/ui/button'

/** Asks the chain what would come of what the form says. */
export function TrialButton({ pending, onTry }: { pending: boolean; onTry: () => void }) {
  return (
    <Button icon={<FlaskConical aria-hidden />} pending={pending} onClick={onTry}>
      Simulate
    </Button>
  )
}
