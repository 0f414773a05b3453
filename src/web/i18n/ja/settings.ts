import { logInWords } from '../../../core/agents/agent-table.ts'
import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {
  title: '設定',
  sectionList: '設定の項目',
  sections: {
    agents: 'エージェント',
    runs: '実行',
    permissions: '権限',
    notifications: '通知',
    appearance: '表示',
    remote: 'リモートアクセス',
    people: 'メンバー',
    about: 'このアプリについて',
  },
  keys: {
    agent: {
      label: '既定のエージェント',
      help: '個別に指定していないフェーズで使います。',
    },
    fallback: {
      label: '代替エージェント',
      help: 'エージェントがない、未ログイン、または利用上限に達したときに、上から順に使います。1 行に 1 つ書きます。',
    },
    answerMinutes: {
      label: '回答の期限',
      help: 'この時間を過ぎると、許可の確認は拒否され、要件前の質問には推奨回答が使われます。',
    },
    approvals: {
      label: '文書の承認者',
      help: 'auto：実行が自動で承認します。person：文書ごとに一時停止し、承認を待ちます。仕様ごとにも選べます。',
    },
    clarify: {
      label: '未確定の点',
      help: 'assume：エージェントが判断し、前提として明記します。ask：先に最大 3 件質問します。仕様ごとにも選べます。',
    },
    'budget.usd': { label: '金額', help: 'エージェントが報告したコストの合計です。' },
    'budget.tokens': { label: 'トークン', help: '入力と出力の合計です。' },
    'budget.minutes': { label: '時間', help: 'エージェントが作業した時間の合計です。' },
    permission: {
      label: 'すべてのフェーズ',
      help: 'フェーズごとの指定がないとき、エージェントが確認なしに行えることです。',
    },
    acp: {
      label: 'ACP エージェント',
      help: 'JSON で指定します。{"my-agent": {"command": "my-agent", "args": ["acp"]}} は acp:my-agent という名前になります。',
    },
    'notify.command': {
      label: 'コマンド',
      help: 'プログラムと引数を 1 行に 1 つ書きます。通知は JSON で標準入力に渡されます。',
    },
    'notify.webhook': {
      label: 'Webhook',
      help: '通知を JSON でこのアドレスに送信します。',
    },
    concurrency: {
      label: '並列エージェント数',
      help: 'このプロジェクトで同時に動かせる数です。超えた分は待機します。',
    },
    exclusiveWorkingTree: {
      label: '作業ツリーを 1 つの仕様に限定',
      help: '複数のエージェントが同じファイルを編集しないよう、ほかの仕様の実装と検査は待機します。',
    },
    skippedTasks: {
      label: '保留したタスクを飛ばす',
      help: 'tasks.md で [~] または取り消し線の付いたタスクは、完了していなくても構いません。オフの場合はチェックボックスで判断し、[~] は未完了として扱います。',
    },
    hangMinutes: {
      label: '応答なしとみなす時間',
      help: 'この間出力がないと「応答なし」と表示します。停止はしません。',
    },
    graceSeconds: {
      label: '停止の猶予時間',
      help: '停止したエージェントが後片付けをする時間です。過ぎると強制終了します。',
    },
    language: {
      label: '文書の言語',
      help: '新しい仕様を書く言語です。en、ja、pt-BR などのコードで指定します。',
    },
    logRetentionDays: {
      label: 'エージェントログの保存期間',
      help: '終了したエージェントのログはこの期間の後に削除します。文書とイベントログは残ります。',
    },
    worktree: {
      label: '項目ごとのワークツリー',
      help: 'コードを専用の git ワークツリーとブランチに書き、手元のチェックアウトは変更しません。JSON で {"setup": ["npm", "ci"], "copy": [".env"]} と書くと、新しいワークツリーの準備も行います。',
    },
    baseBranch: {
      label: 'ベースブランチ',
      help: 'ブランチの分岐元とマージ先です。空欄の場合はチェックアウト中のブランチです。',
    },
    checks: {
      label: 'チェック',
      help: 'ホストがコードを検証するために実行するコマンドを JSON で指定します。例：[{"name": "test", "command": ["npm", "test"]}]。ターミナルでは sdd checks を使います。',
    },
    'inspection.autoFix': {
      label: '検査の指摘を自動修正',
      help: 'NOGO の後、実装を修正して再検査します（最大 3 回）。オフの場合は一時停止します。',
    },
    'deploy.mode': { label: 'デプロイの方法', help: '完成したコードの反映方法です。' },
    'deploy.strategy': { label: 'マージの形', help: 'ベースブランチでのコミットの形です。' },
    'deploy.command': {
      label: 'デプロイ後のコマンド',
      help: 'リリーススクリプトなどのプログラムと引数を 1 行に 1 つ書きます。空欄の場合は実行しません。',
    },
    'deploy.repeatable': {
      label: 'デプロイ後のコマンドを繰り返してよい',
      help: 'オンの場合、途中で中断されて結果が分からないときは自動でもう一度実行します。オフの場合は確認を求めます。',
    },
    'deploy.keep': {
      label: 'ワークツリーとブランチを残す',
      help: 'オフの場合、ベースブランチに取り込まれた後に両方を削除します。',
    },
  },
  values: {
    acceptEdits: 'acceptEdits：ファイル編集は許可、ほかは確認',
    auto: 'auto：Claude Code が判断',
    'approvals.auto': 'auto：実行が自動で承認',
    'approvals.person': 'person：自分で承認',
    'clarify.assume': 'assume：エージェントが判断',
    'clarify.ask': 'ask：先に質問を受ける',
    bypassPermissions: 'bypassPermissions：すべて許可',
    manual: 'manual：すべて確認',
    dontAsk: 'dontAsk：許可されていないものは拒否',
    plan: 'plan：読み取りのみ',
    ask: 'ask：そのつど確認',
    edit: 'edit：ファイル編集を許可',
    full: 'full：すべて許可',
    merge: 'merge：ベースブランチへマージ',
    'deploy.strategy.merge': 'merge：各コミットとマージコミット',
    commit: 'commit：チェックアウトでコミット',
    'pull-request': 'pull-request：gh または glab を使用',
    squash: 'squash：1 つのコミット',
    rebase: 'rebase：各コミットを直線に',
  },
  byDefault: '既定値',
  personal: '個人設定',
  project: 'プロジェクトの設定',
  capped: (file, wanted) =>
    `${file} は ${wanted} を指定していますが、プロジェクトはこの上限を下げることしかできません。`,
  projectHelp: (file) =>
    `プロジェクトの ${file} で設定され、こちらが優先されます。変更はそのファイルで行ってください。`,
  reset: (label) => `${label}を既定値に戻す`,
  notSet: '未設定',
  agentsOwn: '既定のエージェント',
  units: { minutes: '分', seconds: '秒', days: '日', usd: '米ドル', tokens: 'トークン' },
  badNumber: ({ min, isAboveMin, max, isWhole }) => {
    const what = isWhole ? '整数' : '数'
    const least = isAboveMin ? `${min} より大きい` : `${min} 以上の`
    if (!isAboveMin && max !== null) return `${min} から ${max} までの${what}を入力してください`
    return `${least}${what}${max === null ? '' : `（${max} 以下）`}を入力してください`
  },
  ownWords: (words) => words.ja,
  badLanguage: 'en、ja、pt-BR などの言語コードを入力してください',
  badName: '空白を含まない語を入力してください',
  badAddress: 'http:// または https:// で始まるアドレスを入力してください',
  localOnly: 'エージェントを動かしているコンピューターでのみ変更できます。',
  runs: {
    general: '全般',
    delivery: 'ワークスペース、チェック、デプロイ',
    deliveryHelp: 'コードを書く場所、ホストによる検証、反映先です。',
    byWorkspace: 'ワークスペースに応じて（ワークツリーはマージ、チェックアウトはコミット）',
    agents: 'フェーズごとのエージェント',
    agentsHelp: 'フェーズごとに別のエージェントを使うときに指定します。',
    budget: '仕様ごとの予算',
    budgetHelp: '使い切ると、次のエージェントの前で実行を一時停止します。仕様ごとに変更できます。',
    models: 'モデル',
    modelsHelp:
      'エージェントごと、またはフェーズごとに指定します。空欄ならエージェントの既定です。',
    effort: 'フェーズごとの推論レベル',
    effortHelp: 'low、medium、high など、エージェントが対応している値です。空欄なら既定です。',
    timeouts: 'フェーズごとの制限時間',
    timeoutsHelp: '超えたエージェントは停止し、仕様は対応待ちになります。',
    other: 'その他の設定',
    otherHelp: 'この画面が対応していない、ホスト側の設定です。値は JSON です。',
  },
  agents: {
    intro: 'ホストが動いているコンピューターのコーディングエージェントです。',
    again: '再確認',
    checking: '各プログラムのバージョンを確認しています…',
    none: '使えるコーディングエージェントがありません',
    noneHelp:
      'いずれかをインストールするか、内蔵のシミュレーション用エージェントで試してください。',
    states: {
      ready: '使用可能',
      missing: '未インストール',
      'not-executable': '実行できません',
      silent: '応答がありません',
    },
    logins: {
      key: 'ログイン済み（キー）',
      account: 'ログイン済み',
      none: '未ログイン',
      unknown: 'ログイン状態は不明',
    },
    logIn: (agent) =>
      `ログイン方法：${logInWords(agent, 'ja') ?? 'そのプログラムでログインしてください'}。`,
    own: 'カスタムエージェント',
    ownHelp: 'Agent Client Protocol（ACP）に対応したプログラムを追加できます。',
    builtIn: '内蔵。モデルもキーも費用も使わずに全フェーズをシミュレートします。',
    usedFor: (phases) => `担当：${phases.join('、')}`,
    variable: (name) => `別のプログラムを使うには、sdd の起動前に ${name} を設定します。`,
    install: 'インストール方法：',
    computer: 'コンピューター',
    node: 'Node.js',
    nodeOld: '古すぎます：20.19 以降が必要です',
    git: 'git',
    gitMissing: '見つかりません：変更を表示できません',
    platform: 'システム',
    platformWsl: 'WSL2 の中で使ってください',
    platformUnknown: '動作未検証',
    folder: 'プロジェクトフォルダー',
    notWritable: '書き込めません',
    writable: '書き込み可能',
  },
  permissions: {
    intro:
      'これらは個人設定でのみ許可できます。クローンしたリポジトリが、あなたのコンピューターで何を動かすかを決めてはならないためです。',
    modes: 'フェーズごとのモード',
    modesHelp:
      'エージェントが確認なしに行えることです。「ask」では質問が「対応待ち」に届きます。質問できないエージェントでは拒否されます。',
    asAll: 'すべてのフェーズと同じ',
    asMode: '上のモードに従う',
    ownHelp: (agent) => `${agent} だけに適用されます。`,
  },
  notifications: {
    away: '席を離れているとき',
    awayHelp: '対応が必要になったときの送信先です。このページを開いていなくても送信します。',
    label: 'デスクトップ通知',
    help: 'このページが背後にあるとき、対応が必要になった仕様や終了した仕様を知らせます。このブラウザーに保存します。',
    on: 'オン',
    off: 'オフ',
    denied:
      'ブラウザーがこのページの通知を拒否しています。サイトの設定で許可してからオンにしてください。',
    insecure:
      'ブラウザーの通知は HTTPS またはこのコンピューター自身でのみ使えます。このページは暗号化されない HTTP で開かれています。HTTPS の Tailscale またはプロキシを使ってください（「リモートアクセス」を参照）。',
    unsupported:
      'このブラウザーではこのページの通知を使えません。iPhone では先にホーム画面に追加してください。',
    test: 'テスト通知を送信',
    testBody: '通知は正常に動作しています。',
  },
  appearance: {
    intro: 'このブラウザーに保存します。',
    language: '言語',
    languages: { en: 'English', ja: '日本語' },
    theme: 'テーマ',
    themes: { system: 'システムに合わせる', light: 'ライト', dark: 'ダーク' },
  },
  remote: {
    intro:
      'スマートフォンや別のコンピューターからこの画面を使えます。オフの間、ホストに接続できるのはこのコンピューターだけです。',
    fromDevice:
      'ペアリングした端末で表示しています。リモートアクセスの変更は、エージェントを動かしているコンピューターで行ってください。',
    turnOn: 'オンにする',
    turnOff: 'オフにする',
    turnOffTitle: 'リモートアクセスをオフにしますか？',
    turnOffHelp: '接続中の端末はすぐに切断されます。ペアリングは残ります。',
    address: '待ち受けアドレス',
    noAddress: 'このコンピューターには現在ネットワークアドレスがありません。',
    kinds: {
      tailscale: 'Tailscale：暗号化され、自分の端末だけが接続できます。推奨。',
      lan: 'ローカルネットワーク：暗号化されない HTTP のため、同じネットワークの誰でも通信を読めます。',
      public:
        'グローバルアドレス：暗号化されない HTTP で、インターネットから到達できます。非推奨。',
      loopback: 'このコンピューターのみ：HTTPS を加えるプロキシ用。',
      every: 'このコンピューターのすべてのアドレス。',
    },
    port: 'ポート',
    portHelp: '空欄ならホストが選びます。',
    reachable: 'アドレス',
    limits: '暗号化されない HTTP の制限',
    limitsList: [
      '同じネットワークの誰でも通信を読み、セッションを乗っ取ることができます。',
      'アプリとしてインストールできず、通知も表示できません。',
    ],
    limitsAdvice:
      'Tailscale のアドレスを使うか、ホストの前に「tailscale serve」などの HTTPS プロキシを置き、その名前を「許可するホスト名」に追加することを推奨します。',
    pair: '端末をペアリング',
    pairTitle: '端末をペアリング',
    pairHelp:
      'スマートフォンで読み取るか、端末でアドレスを開いてコードを入力してください。1 回だけ使えます。',
    qrLabel: 'ペアリング用アドレスの QR コード',
    code: 'コード',
    expires: (time) => `残り ${time}`,
    expired: 'このコードは期限切れです。',
    another: '新しいコード',
    devices: 'ペアリング済みの端末',
    noDevices: 'ペアリングした端末はありません。',
    connected: '接続中',
    thisDevice: 'この端末',
    paired: 'ペアリング',
    seen: '最終接続',
    revoke: '解除',
    revokeOf: (name) => `${name} のペアリングを解除`,
    revokeTitle: (name) => `${name} のペアリングを解除しますか？`,
    revokeHelp: 'すぐに切断され、使うにはもう一度ペアリングが必要です。',
    leave: 'この端末のペアリングを解除',
    leaveTitle: 'この端末のペアリングを解除しますか？',
    leaveHelp:
      'すぐに使えなくなります。エージェントを動かしているコンピューターでもう一度ペアリングしてください。',
    hosts: '許可するホスト名',
    hostsHelp:
      'アドレスのほかにホストが応答する名前です。プロキシや Tailscale の名前を追加します。',
    hostsAdd: '追加',
    hostsNew: '許可するホスト名を入力',
    hostsExample: 'my-computer.tailnet.ts.net',
    hostsRemove: (name) => `${name} を削除`,
    badHost: 'http:// やパスを含まないホスト名を入力してください',
    badPort: '1 から 65535 までのポート番号を入力してください',
  },
  about: {
    version: 'バージョン',
    projectDir: 'プロジェクト',
    personalFile: '個人設定ファイル',
    projectFile: 'プロジェクトの設定ファイル',
    ignored: '無視されたキー',
    ignoredHelp: '未知のキー、またはプロジェクトでは設定できないキーです。',
    openSource: 'MIT ライセンスのオープンソースです。',
  },
}
