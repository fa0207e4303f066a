import { CodeBlock } from '@/components/ui/code-block'
import { Disclosure } from '@/components/ui/disclosure'

/** The call that a form makes, as a command for a shell. */
export function ProgramCall({ code }: { code: string }) {
  return (
    <Disclosure summary="The same call for your program">
      <CodeBlock className="mt-2" title="This call with curl" code={code} wrap />
    </Disclosure>
  )
}
