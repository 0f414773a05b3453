import { describe, expect, it } from 'vitest'
import { isDangerous } from './diagram-source.ts'

describe('a diagram that would run or load something', () => {
  it.each([
    'flowchart TD\n  A@{ img: "https://example.invalid/a.png" }',
    'flowchart TD\n  A@{ "\\x69mg": "https://example.invalid/a.png" }',
    'flowchart TD\n  A@{ label: "}", IMG: "//example.invalid/a.png" }',
    'sequenceDiagram\n  participant A\n  properties A: {"icon": "https://example.invalid/a.png"}',
    'sequenceDiagram\n  properties A: {"\\u0069con": "https://example.invalid/a.png"}',
    'flowchart TD\n  A-->B\n  style A fill:url(https://example.invalid/a)',
    'flowchart TD\n  classDef x fill:u\\72l(https://example.invalid/a)',
    'flowchart TD\n  A["<img src=x onerror=hit()>"]',
    'stateDiagram-v2\n  A: <b\n onmouseover = hit()>',
    'flowchart TD\n  A["<br/onload=hit()>"]',
    '%%{init: {"themeCSS": "@import url(https://example.invalid)"}}%%\nflowchart TD\n  A',
  ])('T8 is recognised: %s', (source) => {
    expect(isDangerous(source)).toBe(true)
  })

  it.each([
    'flowchart TD\n  A["https://example.org/a"] --> B[C:\\data]',
    'flowchart TD\n  A@{ shape: cyl, label: "Orders" }\n  style A fill:#f9f',
    'sequenceDiagram\n  A->>B: GET /curl',
    'classDiagram\n  class Shape {\n    <<interface>>\n    List<Shape> on = 1\n  }',
    'flowchart TD\n  A["one<br/>two"] --> B["Map<String, Int>"]',
    'flowchart TD\n  click A "https://example.org"',
  ])('T8 is not one that only draws: %s', (source) => {
    expect(isDangerous(source)).toBe(false)
  })
})
