/* What `--help` loads of the modules that other entries have too. Node takes longer to find files than to read them. */
import '../src/cli/report.ts';
import '../src/hosts/host.ts';
import '../src/util/package.ts';
import '../src/util/suggestion.ts';
