import { describe, expect, it } from 'vitest'
import { problemInWords, problemOfStatus } from './problem.ts'

describe('what the words of a failed agent mean', () => {
  it.each([
    ['API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)'],
    ["API Error: Can't reach the API server — check your internet or DNS (EAI_AGAIN)"],
    ['API Error: Connection error.'],
    ['stream disconnected before completion: error sending request for url (http://127.0.0.1:1)'],
    ['Reconnecting... waiting for network (Connection failed: error sending request)'],
    ['Internal error: fetch failed'],
    ['exception TypeError: fetch failed sending request'],
    ['terminated'],
    ['Unable to connect. Is the computer able to access the url?'],
    ['Cannot connect to API: The socket connection was closed unexpectedly.'],
    ['getaddrinfo ENOTFOUND api.anthropic.com'],
    ['read ECONNRESET'],
    ['Temporary failure in name resolution'],
  ])('A7 no network: %s', (words) => {
    expect(problemInWords(words)).toEqual({ kind: 'network', retryAt: null })
  })

  it.each([
    ['the tests were terminated'],
    ['I could not find the network module'],
    ['src/connection.ts has an error'],
    ['No such file: fetch.ts'],
  ])('A7 a network of its own making is none: %s', (words) => {
    expect(problemInWords(words)).toBeNull()
  })

  it.each([
    [401, '', 'auth'],
    [402, '', 'quota'],
    [
      403,
      'Failed to authenticate. API Error: 403 Your account may not use this model',
      'forbidden',
    ],
    [403, 'OAuth token has been revoked', 'auth'],
    [429, '', 'quota'],
    [500, '', 'server'],
    [502, '', 'server'],
    [503, '', 'overloaded'],
    [504, '', 'server'],
    [529, '', 'overloaded'],
  ])('A11 status %i %s: %s', (status, words, kind) => {
    expect(problemOfStatus(status, words)).toEqual({ kind, retryAt: null })
  })

  it.each([
    ['unexpected status 403 Forbidden: Your account may not use this model', 'forbidden'],
    ['unexpected status 502 Bad Gateway', 'server'],
    ['Internal Server Error', 'server'],
    ['The model is overloaded', 'overloaded'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'quota'],
    ['Incorrect API key provided', 'auth'],
  ])('A11 %s: %s', (words, kind) => {
    expect(problemInWords(words)).toEqual({ kind, retryAt: null })
  })
})
