import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentQuery } from './displayable-data'
import { QueryContent } from './query-content'

const REACHED = { message: 'Unexpected error', data: { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-1' } }
const CUT_OFF = { message: 'fetch failed' }
const refusal = (code: string) => ({ message: 'Wallet not found', data: { code, requestId: 'r-1' } })

function shown(query: Pick<ContentQuery<string>, 'data' | 'error'>, back?: { label: string; href: string }): string {
  const whole = { ...query, refetch: () => undefined, isFetching: false }
  return renderToStaticMarkup(
    <QueryContent query={whole} loading="on its way" back={back}>
      {(data) => <p>{data}</p>}
    </QueryContent>,
  )
}

test('says that it is on its way until the first answer', () => {
  expect(shown({ data: undefined, error: null })).toBe('on its way')
})

test('shows the answer and nothing else while all is well', () => {
  expect(shown({ data: 'the facts', error: null })).toBe('<p>the facts</p>')
})

test.each([REACHED, CUT_OFF])('keeps what it knows when a refresh fails, and says so: $message', (error) => {
  const text = shown({ data: 'the facts', error })
  expect(text).toContain('<p>the facts</p>')
  expect(text).toContain('This may be out of date')
  expect(text).toContain('Try again')
  expect(text).not.toContain('could not be loaded')
})

test.each([REACHED, CUT_OFF])('gives way to an error where there is nothing to show: $message', (error) => {
  const text = shown({ data: undefined, error })
  expect(text).toContain('This could not be loaded')
  expect(text).not.toContain('out of date')
})

test.each(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED'])(
  'shows nothing any more that the server took back: %s',
  (code) => {
    const text = shown({ data: 'the facts', error: refusal(code) })
    expect(text).not.toContain('the facts')
    expect(text).toContain('Wallet not found')
  },
)

test('leads back to the list of what was not found', () => {
  const back = { label: 'Wallets', href: '/projects/p/wallets' }
  const text = shown({ data: undefined, error: refusal('NOT_FOUND') }, back)
  expect(text).toMatch(/<a [^>]*href="\/projects\/p\/wallets"[^>]*>Back to Wallets<\/a>/)
  expect(shown({ data: undefined, error: refusal('NOT_FOUND') })).not.toContain('Back to')
})
