'use client'

import { useId, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { Textarea } from '@/components/ui/textarea'
import { CallAnswer } from './call-answer'
import { MethodBadge } from './method-badge'
import { ParameterInput } from './parameter-input'
import type { Operation } from './read-reference'
import { type Answer, sendCall, urlOf } from './send-call'
import { useToken } from './token-context'
import { TokenForm } from './token-form'

/**
 * The parts of an operation that the form needs. A page sends its props twice, as markup and as data, so they are few.
 */
export type TriedOperation = Pick<Operation, 'method' | 'path' | 'summary' | 'needsToken' | 'parameters'> & {
  bodyExample: string | null
}

/** The form is longer than its panel: an answer below it would arrive unseen. */
function showAnswer(answer: HTMLElement | null) {
  answer?.scrollIntoView({ block: 'start' })
}

/** One call: parameters and body to edit, the answer below. */
export function TryForm({ operation }: { operation: TriedOperation }) {
  const { token } = useToken()
  const [values, setValues] = useState(() => startValues(operation))
  const [body, setBody] = useState(operation.bodyExample)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const bodyId = useId()

  async function submit() {
    setPending(true)
    setProblem(null)
    setAnswer(null)
    try {
      setAnswer(
        await sendCall({ operation, values, body, token: operation.needsToken ? (token?.value ?? null) : null }),
      )
    } catch {
      setProblem('The server did not respond. Check your connection and try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="space-y-5 px-4 pb-6">
      <p className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2">
        <MethodBadge method={operation.method} />
        <code className="min-w-0 break-all font-mono text-[0.8125rem]">{urlOf(operation, values)}</code>
      </p>
      {operation.needsToken ? <TokenForm /> : null}
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {operation.parameters.map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onValueChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
          />
        ))}
        {body === null ? null : (
          <div className="space-y-1.5">
            <Label htmlFor={bodyId}>Body (JSON)</Label>
            <Textarea
              id={bodyId}
              rows={Math.min(body.split('\n').length + 1, 16)}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
              className="field-sizing-content max-h-96 font-mono text-[0.8125rem]"
            />
          </div>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          Send request
        </Button>
      </form>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {answer ? (
        <div ref={showAnswer} className="scroll-mt-4">
          <CallAnswer answer={answer} />
        </div>
      ) : null}
    </div>
  )
}

function startValues({ parameters }: TriedOperation): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name, location, example }) => [name, location === 'header' ? uuid() : example]),
  )
}
