# SPDX-License-Identifier: Apache-2.0
"""The samples of a soak as small curves, one panel each."""
PANELS = [("service: memory, MB", [("service_rss_kb", 1024, "resident"), ("service_private_kb", 1024, "private")]),
          ("workers: memory, MB", [("workers_rss_kb", 1024, "largest resident"), ("workers_private_kb", 1024, "all private")]),
          ("descriptors, threads", [("service_fds", 1, "descriptors"), ("service_threads", 1, "threads")]),
          ("database, MB", [("database_bytes", 1 << 20, "in use"), ("database_files", 1 << 20, "files")]),
          ("requests kept", [("answers", 1, "answers"), ("queue", 1, "queue")]),
          ("action, ms", [("p50_ms", 1, "p50"), ("p99_ms", 1, "p99")])]
WIDTH, HEIGHT, GAP, POINTS = 300, 150, 20, 120
COLOURS = ("#1f6feb", "#b35900")


def thin(rows):
    """About POINTS samples: every n-th."""
    step = max(1, len(rows) // POINTS)
    return rows[::step]


def panel(x0, y0, title, lines, rows):
    top = max(max(row[column] / unit for row in rows) for column, unit, _ in lines) or 1
    last = rows[-1]["seconds"] or 1
    out = [f'<text x="{x0}" y="{y0 - 6}" font-weight="bold">{title}</text>',
           f'<rect x="{x0}" y="{y0}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#bbb"/>',
           f'<text x="{x0 + WIDTH - 4}" y="{y0 + 12}" text-anchor="end" fill="#666">{top:.4g}</text>',
           f'<text x="{x0 + WIDTH}" y="{y0 + HEIGHT + 12}" text-anchor="end" fill="#666">{last / 60:.0f} min</text>']
    for i, (column, unit, name) in enumerate(lines):
        points = " ".join(f"{x0 + row['seconds'] / last * WIDTH:.1f},{y0 + HEIGHT - row[column] / unit / top * (HEIGHT - 16):.1f}"
                          for row in rows)
        out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="1.3"/>')
        out.append(f'<text x="{x0 + 90 * i}" y="{y0 + HEIGHT + 12}" fill="{COLOURS[i]}">{name}</text>')
    return out


def draw(rows):
    rows, out = thin(rows), []
    for i, (title, lines) in enumerate(PANELS):
        x0, y0 = GAP + i % 3 * (WIDTH + GAP), 30 + i // 3 * (HEIGHT + 45)
        out += panel(x0, y0, title, lines, rows)
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 400" font-family="sans-serif" font-size="11">'
            '<rect width="980" height="400" fill="#fff"/>' + "\n".join(out) + "</svg>\n")
