/** A review reply with two questions for the user; `second` is the text of the second one. */
export const replyWithQuestions = (second: string): string => `# Document Review Reply 1

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
| Warning | 2 | 0 | 0 | 2 |

### W1: Two retention periods

- Answer: Needs Discussion
- Question: How long is data kept?
- Options:
  - 30 days
  - 90 days

### W2: Text messages cost money

- Answer: Needs Discussion
- Question: ${second}
`
