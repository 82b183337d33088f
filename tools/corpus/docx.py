LAYOUTS = {}
def convert_late(args, rows, table): return {}
