// Builds dist/ from the sources of the pages: there is no second copy of them. Needs `npm ci` in web/.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(here, "dist");
rmSync(dist, { recursive: true, force: true });
const tsc = join(here, "../../web/node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "--project", here], { stdio: "inherit" });

// The bundler of the pages finds modules without their extension; Node.js does not.
for (const name of readdirSync(dist, { recursive: true })) {
  if (!/\.(js|d\.ts)$/.test(name)) continue;
  const file = join(dist, name);
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(
      /(from '|import\(")(\.{1,2}\/[^'"]*?)(?:\.js)?(?='|")/g,
      "$1$2.js",
    ),
  );
}
