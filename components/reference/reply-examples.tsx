'use client'

import { useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'

type ReplyExamplesProps = { examples: readonly { status: string; code: string }[] }

/** An example of each successful response, the usual one first. */
export function ReplyExamples({ examples }: ReplyExamplesProps) {
  const [first, ...others] = examples
  const [status, setStatus] = useState(first?.status ?? '')
  if (!first) return null
  if (others.length === 0) return <CodeBlock title={`Response ${first.status}`} code={first.code} />
  return (
    <Tabs
      aria-label="Example responses"
      value={status}
      onValueChange={setStatus}
      tabs={examples.map((example) => ({
        value: example.status,
        label: example.status,
        content: <CodeBlock title={`Response ${example.status}`} code={example.code} />,
      }))}
    />
  )
}
