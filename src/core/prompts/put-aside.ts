/** For prompts, if the setting `skippedTasks` is on. */
export const PUT_ASIDE =
  'In this project a task that is marked `[~]` or struck out is put aside: it need not be done, and its open box holds nothing up. Put no task aside yourself.'
