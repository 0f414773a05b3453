import type { FindingWords } from '../../../../contracts/asked/findings.ts'

/** What git or the host found, and what to do. */
export const findings: FindingWords = {
  'no-git': () =>
    'git が見つかりません。git 2.31 以降をインストールするか、ワークツリーを無効にしてください',
  'old-git': (v) => `git ${v.version} は古すぎます。git 2.31 以降をインストールしてください`,
  'not-a-repository': (v) =>
    `${v.dir} は git リポジトリではありません。そこで「git init」とコミットを実行するか、ワークツリーを無効にしてください`,
  bare: (v) =>
    `${v.dir} はベアリポジトリです。そのチェックアウトをプロジェクトとして開いてください`,
  'foreign-worktree': (v) =>
    `${v.dir} の core.worktree が ${v.path} になっています。「git config --unset core.worktree」でこの設定を削除してください`,
  'git-elsewhere': (v) =>
    `${v.path} は、このフォルダーのものではない ${v.to} を指しています。リポジトリ本来の .git フォルダーを置くか、自分のワークツリーなら「git worktree repair」で修復してください`,
  'odd-git-file': (v) =>
    `${v.path} はリンクやパイプなどです。git がその先に書き込んだり、待ち続けたりするおそれがあります。通常のファイルまたはフォルダーに置き換えてください`,
  'foreign-owner': (v) =>
    `${v.path} は別のユーザーのものです。「chown」で所有者を変えるか、「git config --global --add safe.directory ${v.path}」で許可してください`,
  'unknown-extension': (v) =>
    `リポジトリ ${v.dir} は、このプログラムが対応していない ${v.name} を使っています。プログラムを更新するか、ワークツリーを無効にしてください`,
  'no-repository': () =>
    'ここに git リポジトリがないか、git がありません。「git init」と最初のコミットを行ってから再開してください',
  'detached-head': (v) =>
    `ブランチがチェックアウトされていません（HEAD は ${v.commit}）。作業の起点となるブランチを「git switch」でチェックアウトするか、baseBranch を設定してください`,
  'unborn-branch': (v) =>
    `ブランチ ${v.branch} にはまだコミットがありません。最初のコミットを作成してから再開してください`,
  'no-such-branch': (v) =>
    `ベースブランチ ${v.branch} が存在しません。作成するか、設定 baseBranch を変更してください`,
  'base-gone': (v) => `ベースブランチ ${v.base} が存在しません。復元してから再開してください`,
  'branch-exists': (v) =>
    `ブランチ ${v.branch} は既に存在します（${v.commit}）。「git branch -m ${v.branch} 新しい名前」で名前を変えるか削除してから再開してください`,
  'branch-clash': (v) =>
    `ブランチ ${v.branch} はブランチ ${v.other} と共存できません。後者の名前を変えてから再開してください`,
  'folder-in-the-way': (v) =>
    `${v.path} は空ではありません。中身を別の場所へ移してから再開してください`,
  'inside-repository': (v) =>
    `${v.dir} はリポジトリ ${v.top} の中のフォルダーです。${v.top} をプロジェクトとして開くか、ワークツリーを無効にしてください`,
  'no-worktree': (v) =>
    `${v.name} にはワークツリーがありません。コードを書く前に「sdd worktree ${v.name} on」を実行するか、モード「commit」でデプロイしてください`,
  'copy-outside': (v) => `worktree.copy の ${v.name} は ${v.dir} の中にありません`,
  'worktree-removed': (v) =>
    `ワークツリー ${v.path} が削除されています。「git worktree add --force ${v.path} ${v.branch}」で復元してから再開してください`,
  'worktree-unknown': (v) =>
    `${v.path} はこのリポジトリのワークツリーではなくなっています。「git worktree repair ${v.path}」で修復するか、別の場所へ移して「git worktree add --force ${v.path} ${v.branch}」を実行してから再開してください`,
  'worktree-detached': (v) =>
    `ワークツリー ${v.path} が ${v.branch} ではなく detached HEAD になっています。そこで「git switch ${v.branch}」を実行してから再開してください`,
  'worktree-switched': (v) =>
    `ワークツリー ${v.path} が ${v.branch} ではなくブランチ ${v.other} になっています。そこで「git switch ${v.branch}」を実行してから再開してください`,
  'branch-deleted': (v) =>
    `ブランチ ${v.branch} が削除されています。「git branch ${v.branch} ${v.known}」で復元してから再開してください`,
  'branch-rewritten': (v) =>
    `ブランチ ${v.branch} に記録済みのコミットが含まれていません。${v.path} で「git reset --hard ${v.known}」を実行して復元するか、「git update-ref ${v.known} refs/heads/${v.branch}」で現状を受け入れてから再開してください`,
  'worktree-locked': (v) =>
    `ワークツリー ${v.path} がロックされています。「git worktree unlock ${v.path}」を実行してから再開してください`,
  unfinished: (v) =>
    `${v.path} で ${v.act} が途中のままです。完了させるか、そこで「git ${v.act} --abort」を実行して中止してから再開してください`,
  'git-busy': (v) =>
    `${v.top} で別の git が動作中で、${v.lock} を保持しています。終了を待ってから再開してください`,
  'scratch-gone': (v) =>
    `${v.path} がなくなっています。再開すると、もう一度ベースへの取り込みを行います`,
  'branch-moved': (v) =>
    `${v.base} への取り込み後に ${v.branch} が変更されています。再開すると、もう一度取り込みを行います`,
  'unknown-before': (v) =>
    `${v.name} の開始前に ${v.top} で何が変更されていたか不明です。作業内容はご自身でコミットしてください`,
  'changed-since-verified': (v) =>
    `${v.top} のコードは検証後に変更されています。再開すると、もう一度検証します`,
  'in-the-way': (v) =>
    `チェックアウトの次のファイルは変更されており、上書きされてしまいます：${v.files}。コミットするか移動してから再開してください`,
  conflicts: (v) =>
    `次のファイルがベースブランチと競合しています：${v.files}。ブランチ上で解消してから再開してください（そのまま再開すると、エージェントがもう一度試みます）`,
  'base-restless': (v) =>
    `作業中にベースブランチが ${v.times} 回更新されました。落ち着いてから再開してください`,
  'checks-fail': (v) =>
    `現在のコードで次のチェックが失敗します：${v.checks}。出力を確認して修正してから再開してください`,
  'checks-fail-with-base': (v) =>
    `最新のベースと合わせると次のチェックが失敗し、エージェントが ${v.times} 回修正しても直りませんでした：${v.checks}。出力を確認してブランチ上で修正してから再開してください（そのまま再開すると、エージェントがもう一度試みます）`,
  'not-passed': () => 'コードはまだ合格していません。再開すると、もう一度検査します',
  'passed-unknown': () => 'どのコードが合格したのか不明です。再開すると、もう一度検査します',
  'changed-since-passed': () => '合格後にコードが変更されています。再開すると、もう一度検査します',
  'setup-failed': (v) =>
    `worktree.setup（${v.command}）が失敗しました（${v.how}）。出力を確認して修正してから再開してください`,
  'push-refused': (v) =>
    `${v.branch} を ${v.remote} へプッシュできませんでした：${v.said}。問題を解決してから（リモートでブランチが変更されている場合は ${v.path} で git pull を実行して）再開してください`,
  'no-remote': () =>
    'プッシュ先のリモートがありません。「git remote add origin URL」で追加してから再開してください',
  'forge-missing': (v) =>
    `${v.program} が見つかりません。インストールし、「${v.program} auth login」でログインしてから再開してください`,
  'forge-failed': (v) =>
    `${v.program} ${v.words} が終了コード ${v.code} で終了しました：${v.said}。問題を解決してから再開してください`,
  'remote-unknown': (v) =>
    `リモート ${v.remote} のアドレス（${v.url}）は対応するリポジトリを指していません。「git remote set-url ${v.remote} URL」で設定してから再開してください`,
  'no-address': (v) => `次の出力にプルリクエストのアドレスがありません：${v.said}`,
  'work-not-in-base': (v) =>
    `${v.base} には ${v.branch} の作業が含まれていません。デプロイするか、両方をご自身で削除してください`,
  'not-allowed-on-worker': (v) =>
    `ワーカー ${v.worker} のユーザーがまだ許可していません：${v.what}。そのコンピューターで「${v.command}」を実行し、内容を確認して許可してから再開してください`,
  'release-unknown': (v) =>
    `deploy.command（${v.command}）を開始しましたが、結果を確認できませんでした。処理が完了しているか確かめてから、実行済みとするか、もう一度実行してください`,
  'git-failed': (v) => `${v.said}。問題を解決してから再開してください`,
}
