/**
 * Run the page's socket (`web/server.js`) in Node: play both seats of a table, game after game. `node
 * --experimental-websocket live.mjs URL COOKIE SERVER_JS` prints a JSON line for everything that it sends and receives.
 */

const [url, cookie, module] = process.argv.slice(2);
const NOT_DONE = ["not_written", "no_answer", "no_database"];
const own = globalThis.WebSocket;

// Replace what a browser provides: an address, a cookie sent with every request, a visible page, and events of the window.
globalThis.location = new URL(url);
globalThis.document = { visibilityState: "visible" };
globalThis.addEventListener = () => {};
globalThis.WebSocket = class extends own {
  constructor(address) {
    super(address, { headers: { Cookie: cookie } });
  }
};
const { Live } = await import(module);

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function ask(method, path, body) {
  for (;;) {
    try {
      const headers = { Cookie: cookie, "Content-Type": "application/json" };
      const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
      if (answer.ok) return await answer.json();
      if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the server is not running
    }
    await pause(100);
  }
}

const live = new Live();
let keys = 0;

async function play() {
  const made = await ask("POST", "/tables", { game: "axio", seats: 2, sit: [0, 1], pace: false });
  const table = made.info.id;
  const number = [0, 0];
  let ended = false;
  let heard = () => {};
  const leave = [0, 1].map((seat) =>
    live.follow({
      table,
      seat,
      hear: (news) => {
        if (news.number < number[seat]) say({ wrong: `${table} went back to ${news.number} from ${number[seat]}` });
        const first = news.events[0]?.number;
        if (first > number[seat] && news.events.length < 200) say({ wrong: `${table}: nobody told of entry ${number[seat]}` });
        number[seat] = news.number;
        ended = Boolean(news.state) && !news.to_act.length;
        heard();
      },
      refused: (error) => say({ wrong: `${table}: not followed: ${error.code}` }),
    }),
  );
  while (!ended) {
    let moved = false;
    for (const seat of [0, 1]) {
      const at = number[seat];
      const moves = at ? await ask("GET", `/tables/${table}/legal?seat=${seat}`) : [];
      if (!moves.length) continue;
      const { move } = moves[Math.floor(Math.random() * moves.length)];
      const act = { do: "move", seat, at, move, key: `live${++keys}` };
      say({ sent: act, table });
      for (;;) {
        try {
          const done = await live.act(table, act);
          say({ done: done.number, key: act.key, table });
          moved = true;
          break;
        } catch (error) {
          if (!NOT_DONE.includes(error.code)) {
            say({ refused: error.code, key: act.key, table });
            break;
          }
          await pause(100);
        }
      }
    }
    if (!moved) await Promise.race([new Promise((done) => (heard = done)), pause(200)]);
  }
  for (const end of leave) end();
}

for (;;) await play();
