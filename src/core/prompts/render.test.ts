import { describe, expect, it } from 'vitest'
import { promptValues } from '../../testkit/prompt-values.ts'
import { PromptTemplateError, renderPrompt } from './render.ts'

const faultOf = (template: string): unknown => {
  try {
    return renderPrompt(template, promptValues())
  } catch (error) {
    if (!(error instanceof PromptTemplateError)) throw error
    return { code: error.code, placeholder: error.placeholder }
  }
}

describe('renderPrompt', () => {
  it('inserts values, with or without spaces in the braces', () => {
    expect(renderPrompt('{{feature}} in {{ specDir }}', promptValues())).toBe(
      'login in .kiro/specs/login',
    )
  })

  it('shows a section when its value is not empty, its opposite when it is', () => {
    const template =
      'a\n{{#rejection}}\nwhy: {{rejection}}\n{{/rejection}}\n{{^rejection}}\nok\n{{/rejection}}\nb'
    expect(renderPrompt(template, promptValues())).toBe('a\nok\nb')
    expect(renderPrompt(template, promptValues({ rejection: 'too vague' }))).toBe(
      'a\nwhy: too vague\nb',
    )
  })

  it('nests sections and keeps the line of a tag that shares it with text', () => {
    const template =
      '{{#description}}x {{#rejection}}y{{/rejection}}{{^rejection}}z{{/rejection}}\n{{/description}}'
    expect(renderPrompt(template, promptValues())).toBe('x z\n')
  })

  it('X20 inserts text literally: placeholders, backticks and shell syntax stay what they are', () => {
    const description = '{{feature}} {{#mode}} {{nothing}} `rm` $(reboot) $& $1 ${HOME}\n```\n<!--'
    expect(renderPrompt('<{{description}}>', promptValues({ description }))).toBe(
      `<${description}>`,
    )
  })

  it('X20 does not expand placeholders in reasons, comments and steering documents either', () => {
    const text = '{{feature}} $(x)'
    const comment = {
      id: 'c',
      document: 'design.md',
      line: 3,
      quote: text,
      text,
      author: 'a',
      createdAt: '',
    }
    const given = promptValues({
      rejection: text,
      comments: [comment],
      steering: [{ path: 's.md', text, when: { inclusion: 'always' }, omitted: null }],
    })
    const prompt = renderPrompt('{{rejection}}{{comments}}{{steering}}', given)
    expect(prompt.split(text)).toHaveLength(5)
    expect(prompt).not.toContain('login')
  })

  it('names a placeholder it does not know, also in a part that is not shown', () => {
    const fault = { code: 'unknown-placeholder', placeholder: 'taskId' }
    expect(faultOf('{{taskId}}')).toEqual(fault)
    expect(faultOf('{{#rejection}}{{taskId}}{{/rejection}}')).toEqual(fault)
    expect(faultOf('{{constructor}}')).toMatchObject({ code: 'unknown-placeholder' })
  })

  it('refuses to write a path with a hole in it', () => {
    expect(faultOf('document-review-{{round}}.md')).toEqual({
      code: 'missing-value',
      placeholder: 'round',
    })
    expect(faultOf('{{mode}}')).toEqual({ code: 'missing-value', placeholder: 'mode' })
  })

  it('refuses sections that are not opened or not closed', () => {
    const fault = { code: 'unbalanced-section', placeholder: 'mode' }
    expect(faultOf('{{#mode}}')).toEqual(fault)
    expect(faultOf('{{/mode}}')).toEqual(fault)
    expect(faultOf('{{#round}}{{#mode}}{{/round}}{{/mode}}')).toMatchObject({
      placeholder: 'round',
    })
  })

  it('names the language in words and falls back to its code', () => {
    expect(renderPrompt('{{language}}', promptValues({ language: 'ja' }))).toBe('Japanese (ja)')
    expect(renderPrompt('{{language}}', promptValues({ language: 'constructor' }))).toContain(
      '`constructor`',
    )
  })

  it('shows a comment with its place, its quote and every line of its text', () => {
    const comments = [
      {
        id: 'c1',
        document: 'design.md',
        line: 7,
        quote: ' two\n words ',
        text: 'a\nb',
        author: 'Kim',
        createdAt: '',
      },
      {
        id: 'c2',
        document: 'design.md',
        line: 9,
        quote: '',
        text: 'c',
        author: 'Kim',
        createdAt: '',
      },
    ]
    expect(renderPrompt('{{comments}}', promptValues({ comments }))).toBe(
      '- design.md line 7, on "two words" (Kim):\n  a\n  b\n- design.md line 9 (Kim):\n  c',
    )
  })
})
